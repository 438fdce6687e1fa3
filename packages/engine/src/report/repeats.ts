import type { AnswerPart } from '#cite/assemble.ts'
import { quantities } from '#language/numbers.ts'
import { contentTerms, FEWEST_TERMS } from '#language/terms.ts'
import type { CheckedSentence } from '#model/sentence-check.ts'

/** Two sentences say the same from this share of the shorter one's words on; less of them where both cite one place. */
const ALIKE = 0.85
const ALIKE_OF_ONE_PLACE = 0.6
/** Less still where both tell the same figures: "by 400 per cent" is told once, in whatever words. */
const ALIKE_OF_FIGURES = 0.5

interface SaidSentence {
  /** Its letters and numbers, and those of each claim, and of each sentence of a claim, that says something. */
  keys: ReadonlySet<string>
  terms: ReadonlySet<string>
  numbers: ReadonlySet<string>
  places: ReadonlySet<string>
}

/** What a report has said, so that nothing is said twice. */
export class Said {
  readonly #sentences: SaidSentence[] = []

  /** Whether a sentence is new; then it counts as said. */
  isNew({ parts }: Pick<CheckedSentence, 'parts'>): boolean {
    const sentence = takeApart(parts)
    if (this.#sentences.some((said) => repeats(said, sentence))) return false
    this.#sentences.push(sentence)
    return true
  }

  /** Notes what stands there without being a sentence, such as a heading or a cell. */
  note(part: AnswerPart): void {
    this.#sentences.push(takeApart([part]))
  }
}

/** A year dates what is told, and is no figure of it. */
const YEAR = /^\d{4}$/

/** A claim may hold what a source writes as several sentences. */
const STOP = /(?<=[.!?…])\s+/u
const saysSomething = (text: string) => contentTerms(text).size >= FEWEST_TERMS

function takeApart(parts: CheckedSentence['parts']): SaidSentence {
  const text = parts.map((part) => part.text).join('')
  const claims = parts.flatMap((part) =>
    part.kind === 'claim' ? [part.text, ...part.text.split(STOP)].filter(saysSomething).map(keyOf) : [],
  )
  return {
    keys: new Set([keyOf(text), ...claims]),
    terms: contentTerms(text),
    numbers: new Set(quantities(text).map(({ start, end }) => text.slice(start, end))),
    places: new Set(parts.flatMap((part) => (part.kind === 'claim' ? [`${part.start} ${part.document.id}`] : []))),
  }
}

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A sentence whose numbers another one does not hold says something else, however much they share. */
function repeats(said: SaidSentence, { keys, terms, numbers, places }: SaidSentence): boolean {
  if (!said.keys.isDisjointFrom(keys)) return true
  const smaller = Math.min(said.terms.size, terms.size)
  if (smaller < FEWEST_TERMS || !numbers.isSubsetOf(said.numbers)) return false
  const isOfPlace = places.size > 0 && places.isSubsetOf(said.places)
  const isOfFigures = [...numbers].some((number) => !YEAR.test(number))
  const least = isOfFigures ? ALIKE_OF_FIGURES : isOfPlace ? ALIKE_OF_ONE_PLACE : ALIKE
  return said.terms.intersection(terms).size >= least * smaller
}
