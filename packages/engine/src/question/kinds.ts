import asking from '#language/data/asking.json' with { type: 'json' }
import type { Language } from '#language/language.ts'
import { aCount, aDate, aDefinition, aManner, anything, aPerson, aPlace, aReason, type NeedsOf } from './needs.ts'

/** What kind of answer a question asks for; `how` is a way, and code. */
export type QuestionKind = 'comparison' | 'definition' | 'list' | 'how' | 'fact' | 'open'

/**
 * The patterns that recognise a question: for each language one, or several of which one must match. `^` is the opening of the question.
 */
type Asking = Partial<Record<Language | 'zh', string | readonly string[]>>

/** A way to ask. */
export interface AskedAs {
  kind: QuestionKind
  /** What a sentence must hold to answer it. */
  needs: NeedsOf
}

/**
 * Who asks how to do something asks for a way, and who asks which thing does something asks for that thing, whatever is said of an
 * amount or of two things: "which flag sets how many run".
 */
const NO_OTHER = `^(?!\\s*how (?:(?:can|could|do|should|would) (?:I|one|we|you)|to)\\b|\\s*(?:what|which) .*\\bhow\\b).*`

/** English patterns for a question that asks for nothing else. */
const ifNoOther = (patterns: readonly string[]) => patterns.map((each) => `${NO_OTHER}(?:${each})`)

/** Ways to ask; a question is asked as the first that recognises it. */
const ROWS: readonly (AskedAs & { recognisedBy: Asking })[] = [
  {
    kind: 'comparison',
    recognisedBy: { ...asking.comparison, en: ifNoOther(asking.comparison.en) },
    needs: anything,
  },
  { kind: 'fact', recognisedBy: asking.value, needs: anything },
  { kind: 'definition', recognisedBy: asking.definition, needs: aDefinition },
  { kind: 'list', recognisedBy: asking.list, needs: anything },
  { kind: 'open', recognisedBy: asking.why, needs: aReason },
  { kind: 'fact', recognisedBy: { ...asking.number, en: ifNoOther(asking.number.en) }, needs: aCount },
  { kind: 'how', recognisedBy: asking.how, needs: aManner },
  { kind: 'fact', recognisedBy: asking.date, needs: aDate },
  { kind: 'fact', recognisedBy: asking.place, needs: aPlace },
  { kind: 'fact', recognisedBy: asking.person, needs: aPerson },
  { kind: 'fact', recognisedBy: asking['yes-no'], needs: anything },
]

const OPEN: AskedAs = { kind: 'open', needs: anything }

/** A question says early what it wants; the bound keeps the patterns fast on the longest one. */
export const OPENING = 600

const HAN = /[\p{Script=Han}\p{Script=Hiragana}]/u
const compiled = new Map<string, RegExp>()

/** In languages with spaces a pattern matches whole words only; the English patterns say so themselves. */
function patternOf(asking: string | readonly string[], language: keyof Asking): RegExp {
  const key = `${language} ${asking}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const either = [asking].flat().join('|')
  const written = language === 'zh' || language === 'en'
  const bounded = `(?<![\\p{L}\\p{M}])(?:${either.replaceAll('^', '(?<=^[\\s¿¡„«]*)')})(?![\\p{L}\\p{M}])`
  const pattern = new RegExp(written ? either : bounded, 'iu')
  compiled.set(key, pattern)
  return pattern
}

/** What is said before an English question is put: "When I pass an object, is it …", "In the output, what does … mean". */
const BEFORE_ASKING =
  /^(?:if|when (?!do|does|did|is|are|was|were|will|can|should)|(?:after|as|before|for|from|given|in|on|once|since|under|using|while|with|without) (?!wh|how))[^,?]{3,120}, (?=(?:are|can|could|did|do|does|has|have|how|is|was|were|what|why|will)\b)/i

/** How a question is asked. */
export function askedAs(text: string, language: Language = 'en'): AskedAs {
  const whole = text.slice(0, OPENING).trim()
  const opening = language === 'en' ? whole.replace(BEFORE_ASKING, '') : whole
  const asked = language === 'en' && HAN.test(opening) ? 'zh' : language
  const found = ROWS.find(({ recognisedBy }) => {
    const asking = recognisedBy[asked]
    return asking !== undefined && patternOf(asking, asked).test(opening)
  })
  return found ?? OPEN
}
