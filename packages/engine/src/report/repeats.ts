import { quantities } from '#language/numbers.ts'
import { contentTerms } from '#language/terms.ts'
import type { CheckedSentence } from '#model/sentence-check.ts'

/** Two sentences say the same from this share of all their words on. */
const ALIKE = 0.75

/** What a report has said, so that nothing is said twice. */
export class Said {
  readonly #sentences: { key: string; terms: ReadonlySet<string>; numbers: string }[] = []

  /** Whether a sentence is new; then it counts as said. */
  isNew({ parts }: Pick<CheckedSentence, 'parts'>): boolean {
    const text = parts.map((part) => part.text).join('')
    const key = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    const terms = contentTerms(text)
    const numbers = quantities(text)
      .map(({ start, end }) => text.slice(start, end))
      .join(' ')
    const isSaid = this.#sentences.some((said) => {
      if (said.key === key) return true
      const shared = said.terms.intersection(terms).size
      return shared > 0 && said.numbers === numbers && shared >= ALIKE * (said.terms.size + terms.size - shared)
    })
    if (!isSaid) this.#sentences.push({ key, terms, numbers })
    return !isSaid
  }
}
