import { type ClaimWord, type ClaimWords, claimWords, type Operator } from '#language/claim-words.ts'
import type { SourceDocument } from '../types.ts'
import type { Reading } from './reading.ts'

/** A claim or its source, taken apart, with the text that its offsets count in. */
export interface Side extends ClaimWords {
  text: string
}

/** The operators between two places of a text. */
export const operatorsWithin = (operators: readonly Operator[], start: number, end: number) =>
  operators.filter((each) => each.start >= start && each.end <= end)

/** What pronouns of the first and second person are compared by. */
export const PERSONS: ReadonlySet<string> = new Set(['i', 'we', 'you'])
/** The document's author, its country, and what its title names, each as one word. */
export const AUTHOR = '@author'
const COUNTRY = '@country'
const SUBJECT = '@subject'

/** UTF-16 units of a document in which it names its country: the longest speech. */
const BEGINNING = 200_000

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? [])

/** What a word of a claim stands for, by what is known of the document. */
function standsFor({ text, title, authors = [] }: SourceDocument, claim: string): (word: ClaimWord) => string {
  const author = wordsOf(authors.join(' '))
  const subject = wordsOf(title)
  const isAmerican = /America|United States/.test(text.slice(0, BEGINNING))
  return ({ raw, key, start }) => {
    if (author.has(raw)) return AUTHOR
    if (raw === 'country' || raw === 'nation' || (isAmerican && (key === 'america' || raw === '@united')))
      return COUNTRY
    return subject.has(raw) && /\p{Lu}/u.test(claim.charAt(start)) ? SUBJECT : key
  }
}

/** Words with names in place of their parts. */
function named(words: readonly ClaimWord[], standFor: (word: ClaimWord) => string): ClaimWord[] {
  const found: ClaimWord[] = []
  for (const [i, word] of words.entries()) {
    if (word.raw === 'states' && words[i - 1]?.raw === 'united') continue
    const isUnited = word.raw === 'united' && words[i + 1]?.raw === 'states'
    const key = standFor(isUnited ? { ...word, raw: '@united' } : word)
    if (key.startsWith('@') && key === found.at(-1)?.key) continue
    found.push({ ...word, key })
  }
  return found
}

const BEGINS_WITH_PRONOUN = /^\W*(?:he|she|it|they|his|her|its|their)\b/i

/** A source as claims are compared with it. */
export function sideOf({ text, words, quantities }: Reading, document: SourceDocument): Side {
  const { content, operators } = claimWords(words, quantities())
  const standFor = standsFor(document, text)
  const keep = (word: ClaimWord) => (standFor(word) === SUBJECT ? word.key : standFor(word))
  return { text, operators, content: named(content, keep) }
}

/**
 * The forms of a claim from a place on, one of which a source has to bear out. "Our system" is "the system of the United
 * States", and "she" of a document about Mira Olsen is Mira Olsen: where such a name stands does not matter.
 */
export function formsOf(claim: Reading, from: number, source: Side, document: SourceDocument): Side[] {
  const words = claim.words.filter(({ start }) => start >= from)
  const { content, operators } = claimWords(words, claim.quantities())
  const standFor = standsFor(document, claim.text)
  const without = (key: string) => named(content, standFor).filter((word) => word.key !== key)
  const forms = [sideOf({ ...claim, words }, document).content]
  if (source.content.some(({ key }) => key === 'we')) forms.push(forms[0]?.filter(({ key }) => key !== COUNTRY) ?? [])
  if (BEGINS_WITH_PRONOUN.test(source.text)) forms.push(without(SUBJECT))
  return forms.map((form) => ({ text: claim.text, operators, content: form }))
}
