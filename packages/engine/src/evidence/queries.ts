import { contentTerms, terms } from '#language/terms.ts'
import type { Question, QuestionPart } from '#question/question.ts'
import { isIntentTerm } from '#question/weights.ts'
import type { Query } from '../types.ts'
import type { Candidate } from './ledger.ts'
import { isShort } from './read-document.ts'
import type { Collection } from './run.ts'

/** What is asked of one origin, or of a part, counts a little less than the whole question. */
export const PART_WEIGHT = 0.85
/** A search may find anything: it counts about half of what a title leads to, and less where it is for one name alone. */
const SEARCH_LEAD = 0.6
const NAME_LEAD = 0.5
/** Each name costs a query of its own, and an iteration asks only a few. */
const NAMES_A_DOCUMENT = 4
/** So many titles and rare names of a document are followed: what is further down in it is rarely what is missing. */
const LEADS_A_DOCUMENT = 6

/** What to ask first: the whole question, what it says of the sources and times that it names, its parts. */
export function openingQueries(question: Question): Query[] {
  const { dates, within } = question.origins
  const timely = contentTerms([...dates.keys()].filter((date) => within.has(date)).join(' '), question.language)
  const subject = question.terms.filter((term) => !timely.has(term))
  const whole: Query = {
    text: question.text,
    // When documents are of is known without their saying so.
    terms: subject.length > 0 ? subject : question.terms,
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

/**
 * For each source that a clause names, what the clause asks, among the documents of that source only; then the whole
 * question among the documents of each.
 */
function originQueries(question: Question): Query[] {
  const queries: Query[] = []
  const { parts, origins: all } = question
  const dates = [...all.dates.keys()].filter((date) => all.within.has(date))
  const own = contentTerms([...all.names.keys(), ...dates].join(' '), question.language)
  // "Compare" and "said" are not what a source would say.
  const subjects = question.terms.filter((term) => !own.has(term) && !isIntentTerm(term))
  const telling = new Set(subjects.length > 0 ? subjects : question.terms)
  type Asking = Pick<QuestionPart, 'text' | 'terms'>
  const ask = (name: string, { text, terms }: Asking, within: readonly string[]) => {
    const subject = [...terms].filter((term) => telling.has(term) && !own.has(term))
    queries.push({ text: `${name}: ${text}`, terms: subject, purpose: 'part', weight: PART_WEIGHT, within })
  }
  for (const part of parts) for (const [name, ids] of part.origins.names) ask(name, part, ids)
  const whole = { text: question.text, terms: contentTerms(question.text, question.language) }
  if (parts.length > 1) for (const [name, ids] of all.names) ask(name, whole, ids)
  return queries
}

/** The text of a candidate in which leads are looked for: a short document whole, else what was read of it. */
function leadText({ document, evidence }: Candidate): string {
  if (isShort(document)) return document.text.slice()
  const best = [...evidence].sort((a, b) => b.score - a.score).slice(0, 8)
  return best.map(({ quote }) => quote).join('\n')
}

const NAME = /\p{Lu}[\p{L}\p{M}'’-]+(?:\s+\p{Lu}[\p{L}\p{M}'’-]+)*/gu

/** Names that a text mentions and the question does not, the most frequent first. */
function namesIn(text: string, { language, weights }: Question): string[] {
  const counts = new Map<string, number>()
  for (const [name] of text.matchAll(NAME)) {
    const content = [...contentTerms(name, language)]
    if (content.length === 0 || content.some((term) => weights.has(term))) continue
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name)
}

/**
 * Leads that a found document gives to what the question still lacks: documents whose titles it names, and a search
 * for the missing terms beside its rarest names. Empty where it lacks nothing.
 */
export function leadsFrom(candidate: Candidate, question: Question, { library, titles }: Collection): Query[] {
  const { weights } = question
  const missing = [...weights.keys()].filter((term) => !candidate.covers.has(term))
  const text = leadText(candidate)
  const from = candidate.document.id
  const leads: Query[] = []
  for (const [name, ids] of titles.namedIn(text)) {
    const documents = ids.filter((id) => id !== from)
    if (documents.length === 0) continue
    leads.push({ text: name, terms: question.terms, purpose: 'lead', weight: 1, from, documents })
    if (leads.length >= LEADS_A_DOCUMENT) break
  }
  if (missing.length === 0) return leads
  const raw = new Map(question.words.map((word) => [word.term, word.raw]))
  const names = new Map<string, string>()
  for (const { term, raw: name, stop } of terms(text, question.language)) {
    if (!stop && /^\p{Lu}/u.test(name) && !weights.has(term)) names.set(term, name)
  }
  const frequency = (term: string) => library.documentFrequency(term)
  const rarest = [...names.keys()]
    .sort((a, b) => frequency(a) - frequency(b) || (a < b ? -1 : 1))
    .slice(0, LEADS_A_DOCUMENT)
  const lacking = missing.map((term) => raw.get(term) ?? term).join(' ')
  const words = rarest.map((term) => names.get(term) ?? term)
  const search = (text: string, extra: readonly string[], weight: number) =>
    leads.push({
      text: `${lacking} ${text}`,
      terms: [...missing, ...extra],
      purpose: 'lead',
      weight,
      from,
      missing: lacking,
    })
  search(words.join(' '), rarest, SEARCH_LEAD)
  if (!isShort(candidate.document)) return leads
  for (const name of namesIn(text, question).slice(0, NAMES_A_DOCUMENT)) {
    search(name, [...contentTerms(name, question.language)], NAME_LEAD)
  }
  return leads
}
