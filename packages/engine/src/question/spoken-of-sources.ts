import marks from '#language/data/source-marks.json' with { type: 'json' }
import { escaped } from '#language/escape.ts'
import { alternatives } from '#language/word-list.ts'

const TEXT = `(?:${alternatives(marks.texts)})s?`
const THING = `(?:${alternatives(marks.things)})`
/** Up to three words of a name, behind an article. */
const THE_NAMED = "(?:the|its|this|your)\\s+(?:[\\p{L}\\p{N}.'’-]+\\s+){0,3}?"

/** "According to the guide", "in the manual", "what advice does the guide give": each names a text that is asked, and what it does. */
const OF_TEXTS = [
  `\\b(?<said>according|as per)\\s+(?:to\\s+)?${THE_NAMED}(?<text>${TEXT})\\b`,
  `\\b(?<text>in)\\s+${THE_NAMED}(?<said>${TEXT})(?=\\W*$|[,;])`,
  `\\b(?:what(?:\\s+(?<asked>${alternatives(marks.sayings)}))?\\s+)?(?:do|does|did)\\s+${THE_NAMED}(?<text>${TEXT})\\s+(?<said>${alternatives(marks.saying)})\\b`,
].map((pattern) => new RegExp(pattern, 'giu'))

/**
 * The words of an English question that only speak of its sources as such: of a manual, and of what it says, or that what it calls
 * by some name is a package. They stand nowhere in what the sources tell.
 */
export function wordsOfSources(text: string, places: ReadonlySet<string>): Set<string> {
  const found = OF_TEXTS.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ groups = {} }) => Object.values(groups)),
  )
  const things = [...places].flatMap((name) => {
    const called = new RegExp(
      `(?:\\b(?<before>${THING})(?:\\s+(?<thing>${THING}))?\\s+)?(?<!\\p{L})${escaped(name)}(?!\\p{L})(?:['’]s)?(?:\\s+(?<after>${THING})\\b)?`,
      'giu',
    )
    return Array.from(text.matchAll(called), ({ groups = {} }) => Object.values(groups))
  })
  return new Set([...found, ...things].flat().flatMap((word) => (word === undefined ? [] : [word.toLowerCase()])))
}
