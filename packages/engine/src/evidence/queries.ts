import { isCapitalised } from '#language/entities.ts'
import { contentTerms, visitTerms } from '#language/terms.ts'
import type { Question } from '#question/question.ts'
import type { Library, Query } from '../types.ts'
import type { Candidate } from './ledger.ts'
import { isShort } from './read-document.ts'
import type { Collection } from './run.ts'

/** What is asked of one origin, or of a part, counts a little less than the whole question. */
export const PART_WEIGHT = 0.85
/** A name is followed after the documents that a text names by their titles, and before all of its rare words together. */
const NAME_EXPANSION = 0.9
const SEARCH_EXPANSION = 0.6
/** Where the question names sources, each of them is asked by itself: names in what they say come last. */
const NAME_BESIDE_SOURCES = 0.5
/** A name of which every word stands in more than this share of all passages leads nowhere in particular. */
const FREQUENT_NAME = 0.1
/** So few passages are soon read, whatever share of a small library they are. */
const FEW_PASSAGES = 10
/** Each name costs a query of its own, and an iteration asks only a few. */
const NAMES_A_DOCUMENT = 4
/** So many titles and rare names of a document are followed: what is further down in it is rarely what is missing. */
const EXPANSIONS_A_DOCUMENT = 6

/** What to ask first: the whole question, what it says of the sources and times that it names, its parts. */
export function openingQueries(question: Question): Query[] {
  const subject = question.terms.filter((term) => !question.ofTimes.has(term))
  const whole: Query = {
    text: question.text,
    // When documents are of is known without their saying so.
    terms: subject.length > 0 ? subject : question.terms,
    alternatives: [...question.alternatives.keys()],
    purpose: 'question',
    weight: 1,
  }
  const parts = question.parts.length > 1 ? question.parts : []
  return [
    whole,
    ...originQueries(question),
    ...parts.map(({ text, terms }): Query => ({ text, terms: [...terms], purpose: 'part', weight: PART_WEIGHT })),
  ]
}

/** What a question asks, among the documents of each source that it names alone. */
function originQueries({ text, terms, ofSources, ofTimes, origins }: Question): Query[] {
  const subject = terms.filter((term) => !ofSources.has(term) && !ofTimes.has(term))
  return [...origins.names].map(([name, within]) => ({
    text: `${name}: ${text}`,
    terms: subject,
    purpose: 'part',
    weight: PART_WEIGHT,
    within,
  }))
}

/** The text of a candidate in which names are looked for: a short document whole, else the best of what was read. */
function textToExpandFrom({ document, evidence }: Candidate): string {
  if (isShort(document)) return document.text.slice()
  const best = [...evidence].sort((a, b) => b.score - a.score).slice(0, 8)
  return best.map(({ quote }) => quote).join('\n')
}

const NAME = /\p{Lu}[\p{L}\p{M}'’-]+(?:\s+\p{Lu}[\p{L}\p{M}'’-]+)*/gu

/**
 * Names in a text that may lead to what the question lacks, the most frequent first: not those that the question holds
 * whole, nor those that stand nowhere else or nearly everywhere.
 */
function namesIn(text: string, { language, weights }: Question, library: Library): string[] {
  const counts = new Map<string, number>()
  for (const [name] of text.matchAll(NAME)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const most = Math.max(FEW_PASSAGES, FREQUENT_NAME * library.passageCount)
  const leads = (name: string) => {
    const unasked = [...contentTerms(name, language)].filter((term) => !weights.has(term))
    const rarest = Math.min(...unasked.map((term) => library.documentFrequency(term)))
    return unasked.length > 0 && rarest > 1 && rarest <= most
  }
  const leading = [...counts].filter(([name]) => leads(name))
  return leading.sort((a, b) => b[1] - a[1]).map(([name]) => name)
}

/**
 * The expansions of a question by a document that was found: documents that its text names by their titles and, if it
 * lacks terms of the question, searches for these terms with the rarest names in the text.
 */
export function expansionsFrom(candidate: Candidate, question: Question, { library, titles }: Collection): Query[] {
  const { weights } = question
  const missing = [...weights.keys()].filter((term) => !candidate.covers.has(term))
  const text = textToExpandFrom(candidate)
  const from = candidate.document.id
  const expansions: Query[] = []
  for (const [name, ids] of titles.namedIn(text)) {
    const documents = ids.filter((id) => id !== from)
    if (documents.length === 0) continue
    expansions.push({ text: name, terms: question.terms, purpose: 'expansion', weight: 1, from, documents })
    if (expansions.length >= EXPANSIONS_A_DOCUMENT) break
  }
  if (missing.length === 0) return expansions
  const names = new Map<string, string>()
  visitTerms(text, question.language, ({ term, raw: name, stop }) => {
    if (!stop && isCapitalised(name) && !weights.has(term)) names.set(term, name)
  })
  const rarest = Array.from(names.keys(), (term) => ({ term, frequency: library.documentFrequency(term) }))
    .sort((a, b) => a.frequency - b.frequency || (a.term < b.term ? -1 : 1))
    .slice(0, EXPANSIONS_A_DOCUMENT)
    .map(({ term }) => term)
  const lacking = missing.map((term) => question.words.get(term) ?? term).join(' ')
  const words = rarest.map((term) => names.get(term) ?? term)
  const search = (text: string, extra: readonly string[], weight: number) =>
    expansions.push({
      text: `${lacking} ${text}`,
      terms: [...missing, ...extra],
      purpose: 'expansion',
      weight,
      from,
      missing: lacking,
    })
  search(words.join(' '), rarest, SEARCH_EXPANSION)
  const askedOfEach = question.sources.length > 0
  if (askedOfEach && isShort(candidate.document)) return expansions
  for (const name of namesIn(text, question, library).slice(0, NAMES_A_DOCUMENT)) {
    const unasked = [...contentTerms(name, question.language)].filter((term) => !weights.has(term))
    search(name, unasked, askedOfEach ? NAME_BESIDE_SOURCES : NAME_EXPANSION)
  }
  return expansions
}
