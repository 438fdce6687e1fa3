import { terms } from '#language/terms.ts'
import type { Library } from '../types.ts'
import { isIntentTerm } from './intent-words.ts'
import type { NamedOrigins, Origins, SharedName } from './origins.ts'
import type { ParsedQuestion } from './parse-question.ts'

/** Which origins a part of one question names; a name that several authors bear means those who speak of its subject. */
export type AskedOrigins = (text: string) => NamedOrigins

const PASSAGES = 60
/** Of those who bear a name so many of the best passages count, against the one whose passages hold the subject best. */
const BEST = 3
const HOLDS_SUBJECT = 0.65

/** Decides once whom a question means where several authors bear a name that it names. */
export function originsAsked(question: ParsedQuestion, origins: Origins, library: Library): AskedOrigins {
  const whole = origins.namedIn(question.text)
  const meant = new Map<string, ReadonlyMap<string, readonly string[]>>()
  for (const [name, shared] of whole.shared)
    meant.set(name, meantBy(shared, subjectOf(question, whole), whole, library))
  return (text) => decide(text === question.text ? whole : origins.namedIn(text), meant)
}

function decide(found: NamedOrigins, meant: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>): NamedOrigins {
  if (found.shared.size === 0) return found
  const names = new Map<string, readonly string[]>()
  for (const [name, ids] of found.names) {
    const bearers = found.shared.has(name) ? meant.get(name) : undefined
    if (bearers === undefined) names.set(name, ids)
    else if (bearers.size === 1) for (const own of bearers.values()) names.set(name, own)
    else for (const [full, own] of bearers) names.set(full, own)
  }
  return { ...found, names }
}

/** The terms of a question without those of the names and times in it, and without what it wants done. */
function subjectOf({ terms: all, language }: ParsedQuestion, { names, dates }: NamedOrigins): string[] {
  const own = new Set(
    [...names.keys(), ...dates.keys()].flatMap((name) => terms(name, language).map(({ term }) => term)),
  )
  return all.filter((term) => !own.has(term) && !isIntentTerm(term))
}

/** Those who bear a name and whose documents hold the subject about as well as anybody's, the best first. */
function meantBy(
  { bearers, all }: SharedName,
  subject: readonly string[],
  { dates }: NamedOrigins,
  library: Library,
): Map<string, readonly string[]> {
  const dated = new Set([...dates.values()].flat())
  const ofTime = bearers.filter(({ documents }) => documents.some((id) => dated.has(id)))
  const possible = ofTime.length > 0 && !all ? ofTime : bearers
  const everybody = () => new Map(possible.map(({ name, documents }) => [name, documents]))
  if (all || subject.length === 0 || possible.length === 1) return everybody()
  // Words that stand side by side in the question say more where they do so in a passage.
  const pairs = subject.slice(1).map((term, at) => `${subject[at]} ${term}`)
  const within = possible.flatMap(({ documents }) => documents)
  const hits = library.search([...subject, ...pairs], PASSAGES, { within })
  const scored = possible.map(({ name, documents }) => {
    const own = hits.filter(({ documentId }) => documents.includes(documentId)).slice(0, BEST)
    return { name, documents, held: own.reduce((sum, { score }) => sum + score, 0) }
  })
  const most = Math.max(...scored.map(({ held }) => held))
  if (most === 0) return everybody()
  const holding = scored.filter(({ held }) => held >= HOLDS_SUBJECT * most).sort((a, b) => b.held - a.held)
  return new Map(holding.map(({ name, documents }) => [name, documents]))
}

/** The documents of whom and when a question is about, as far as it says so: none where it names no origin. */
export function documentsOf({ names, dates, within }: NamedOrigins): Set<string> {
  const byName = new Set([...names.values()].flat())
  const byTime = new Set([...dates].flatMap(([date, ids]) => (within.has(date) ? ids : [])))
  if (byName.size === 0) return byTime
  // Of several who are named each may be meant at a time of their own.
  if (names.size > 1 || byTime.size === 0) return byName
  const both = [...byName].filter((id) => byTime.has(id))
  return both.length > 0 ? new Set(both) : byName
}
