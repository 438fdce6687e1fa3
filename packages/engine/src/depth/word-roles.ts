import type { Term } from '#language/terms.ts'
import type { Question } from '#question/question.ts'
import qualities from './data/qualities.json' with { type: 'json' }

/** What the words of a question say of one another. */
export interface WordRoles {
  /** Terms that say how something is, of which the next word tells what it is: "famous" of "famous couples". */
  qualities: ReadonlySet<string>
  /** What is so said of something. */
  qualified: ReadonlySet<string>
  /** Terms that stand for what was named before: "which ones", "why others". */
  standIns: ReadonlySet<string>
  /** Things that are named together, as "roads, canals and harbors": what tells of one tells of what the question is about. */
  together: readonly ReadonlySet<string>[]
}

const QUALITY = new RegExp(
  `^(?:${qualities.adjectives.join(' ').replaceAll(' ', '|')}|\\p{Ll}{2,}(?:${qualities.endings.join('|')}))$`,
  'u',
)
const STAND_IN = new RegExp(`^(?:${qualities.standIns.join('|')})$`, 'u')

/** What stands between two things that are named together. */
const AND = /^(?:,? (?:and|or) (?:the |other |new |also )*|, )$/u
const IS_NAME = /^\p{Lu}/u
const ENDS_AS_VERB = /(?:ing|ed)$/u

/** Tells the roles of the words of a question by their places. English. */
export function wordRoles({ text, language, goal }: Pick<Question, 'text' | 'language' | 'goal'>): WordRoles {
  const words = language === 'en' ? goal.terms(text).filter(({ stop }) => !stop) : []
  const isNext = (one: Term, other: Term | undefined) =>
    other !== undefined && text.slice(one.start + one.raw.length, other.start) === ' '
  const isQuality = (word: Term, i: number) => QUALITY.test(word.raw) && isNext(word, words[i + 1])
  const found = words.flatMap((word, i) => (isQuality(word, i) ? [{ word, of: words[i + 1] }] : []))
  return {
    qualities: new Set(found.map(({ word }) => word.term)),
    qualified: new Set(found.flatMap(({ of }) => of?.term ?? [])),
    standIns: new Set(words.flatMap(({ raw, term }) => (STAND_IN.test(raw) ? [term] : []))),
    together: namedTogether(
      text,
      words.filter((word, i) => !isQuality(word, i) && !STAND_IN.test(word.raw)),
    ),
  }
}

function namedTogether(text: string, words: readonly Term[]): ReadonlySet<string>[] {
  const groups: Term[][] = []
  for (const [i, word] of words.entries()) {
    const before = groups.at(-1)?.at(-1)
    const between = before && text.slice(before.start + before.raw.length, word.start).replace(QUALITIES_BETWEEN, ' ')
    const isAlike =
      before !== undefined &&
      isOneName(text, before) === isOneName(text, word) &&
      isOneName(text, word) === IS_NAME.test(word.raw) &&
      ENDS_AS_VERB.test(word.raw) === ENDS_AS_VERB.test(before.raw)
    if (isAlike && between !== undefined && AND.test(between) && words[i - 1] === before) groups.at(-1)?.push(word)
    else groups.push([word])
  }
  const isList = (group: readonly Term[]) => group.length > 1
  return groups.filter(isList).map((group) => new Set(group.map(({ term }) => term)))
}

/** Whether a word is a name by itself, of which another may take the place: not in "between Israel and Hamas". */
function isOneName(text: string, { raw, start }: Term): boolean {
  return (
    IS_NAME.test(raw) &&
    !/(?:\p{Lu}\S*|\bbetween) $/u.test(text.slice(0, start)) &&
    !/^ \p{Lu}/u.test(text.slice(start + raw.length))
  )
}

/** "Surpluses and low prices": how they are stands between them. */
const QUALITIES_BETWEEN = new RegExp(` (?:${QUALITY.source.slice(1, -1)}) `, 'gu')
