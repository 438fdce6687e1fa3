import type { Quotation } from '#evidence/ledger.ts'
import { PART_WEIGHT } from '#evidence/queries.ts'
import { contentTerms } from '#language/terms.ts'
import type { Question } from '#question/question.ts'
import { isIntentTerm } from '#question/weights.ts'
import type { Query } from '../types.ts'
import type { Subject } from './subject.ts'

/** A word of the subject that stands in this share of what is told of it is what is told of. */
const OFTEN = 0.25

type Asked = Pick<Question, 'terms' | 'words'>

/** The names of a subject, or else its words, as a search for it. */
export function searchFor({ terms: { names, weights } }: Pick<Subject, 'terms'>): string {
  const named = names.map(({ written }) => written)
  return (named.length > 0 ? named : [...weights.keys()]).join(' ')
}

/**
 * Those of the words of a subject that some quotations hold most, as a search for it; none where these are all of its words.
 * The rarest word decides what a search finds, and may say nothing of the subject: "disputes" in the business of music.
 */
export function searchForHeld(
  { terms: { weights, language } }: Pick<Subject, 'terms'>,
  quotations: readonly Pick<Quotation, 'quote'>[],
): string[] {
  const held = quotations.map(({ quote }) => contentTerms(quote, language))
  const core = [...weights.keys()].filter(
    (term) => held.filter((terms) => terms.has(term)).length >= OFTEN * held.length,
  )
  return core.length > 0 && core.length < weights.size ? [core.join(' ')] : []
}

/** Words by which sources speak of what a question names, where few of them write its name, or as they do. */
export function otherWordsFor({ time, joinedWords }: Pick<Subject, 'time' | 'joinedWords'>): readonly string[] {
  const { company, notNames = [] } = time ?? {}
  const joined = joinedWords.map(({ letters }) => letters)
  return [...joined, ...(company?.words ?? []), ...[...notNames].flatMap((name) => name.split(/\s+/))]
}

/** The short forms of the words of a subject with the rest of it, to search for beside the words; none where it has none. */
export function queriesByShortForms({ terms: about, shortForms }: Subject, { terms: asked, words }: Asked): Query[] {
  return shortForms.map(({ letters, terms: long }) => {
    const own = asked.filter((term) => about.weights.has(term) && !long.includes(term))
    const text = [letters, ...own.map((term) => words.get(term) ?? term)].join(' ')
    return { text, terms: [...contentTerms(text, about.language)], purpose: 'part', weight: PART_WEIGHT }
  })
}

/**
 * Searches for terms of a question, and for what keeps company with the names of its subject, among the documents of its time.
 * `known`: ids of documents that are left out. Default: none is.
 */
export function queriesInTime(
  { time, terms: { weights } }: Subject,
  { terms: asked, words }: Asked,
  known?: ReadonlySet<string>,
): Query[] {
  const all = time?.searched
  const within = known ? all?.filter((id) => !known.has(id)) : all
  if (!time || within === undefined || within.length === 0) return []
  const own = asked.filter((term) => weights.has(term) && !isIntentTerm(term))
  const { company } = time
  const ask = (some: readonly string[], written: readonly string[]): Query[] => {
    const query: Query = { text: written.join(' '), terms: some, purpose: 'part', weight: PART_WEIGHT, within }
    return some.length > 0 ? [query] : []
  }
  const ownWords = own.map((term) => words.get(term) ?? term)
  return [...ask(own, ownWords), ...ask([...company.weights.keys()], company.words)]
}
