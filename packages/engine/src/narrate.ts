import type { Candidate } from '#evidence/ledger.ts'
import { placeOf } from '#evidence/section.ts'
import type { Reflection, StopReason } from '#judge/reflect.ts'
import { clip } from '#language/cut.ts'
import type { Correction } from '#question/spelling.ts'
import type { EngineEvent, Query } from './types.ts'

/** Characters of a text that thinking shows: a line of a terminal. */
const SHOWN = 120

const PURPOSES = {
  question: 'search for the whole question,',
  part: 'search for the part',
  expansion: 'search for',
}

/** What a query looks for, as a person would say it. */
export function wordsOf({ text, missing, from }: Query, titleOf: (id: string) => string): string {
  if (missing === undefined || from === undefined) return clip(text, SHOWN)
  return `${clip(missing, SHOWN)}, beside what “${clip(titleOf(from), SHOWN)}” names`
}

/** Says which words of the question are taken for others. */
export function tellCorrections(corrections: readonly Correction[]): string {
  const read = corrections.map(({ written, meant }) => `“${written}” as “${meant}”`)
  return `No source holds these words as they are written, so read them otherwise: ${read.join(', ')}.\n`
}

/** Says what an iteration is about to do. */
export function tellPlan(iteration: number, queries: readonly Query[], titleOf: (id: string) => string): string {
  const steps = queries.map((query) => {
    if (query.documents && query.from !== undefined)
      return `follow “${clip(query.text, SHOWN)}”, named in “${titleOf(query.from)}”`
    const words = wordsOf(query, titleOf)
    return query.missing === undefined ? `${PURPOSES[query.purpose]} “${words}”` : `search for ${words}`
  })
  return `Iteration ${iteration}: ${[...new Set(steps)].join('; ')}.\n`
}

/** Says what a model wants searched beside. */
export function tellAdded(queries: readonly Query[]): string {
  return `Also to be searched: ${queries.map(({ text }) => `“${clip(text, SHOWN)}”`).join('; ')}.\n`
}

/** The document, and the section of it that says most. */
function bestPlaceOf({ document, evidence }: Candidate): string {
  const [first] = evidence
  const best = first && evidence.reduce((best, each) => (each.worth > best.worth ? each : best), first)
  return placeOf(document.title, best ?? { document })
}

/** Says what an iteration found and what is missing. */
export function tellFindings(found: Reflection, ranked: readonly Candidate[], named: (term: string) => string): string {
  if (ranked.length === 0) return 'Nothing found.\n'
  const strongest = ranked.slice(0, 3).map((candidate) => `“${clip(bestPlaceOf(candidate), SHOWN)}”`)
  const missing = found.missing.slice(0, 6).map(named)
  const held = missing.length > 0 ? `Not found yet: ${missing.join(', ')}` : 'They hold every word of the question'
  return `Strongest of ${ranked.length}: ${strongest.join(', ')}. ${held}.\n`
}

const REASONS: Record<StopReason, string> = {
  covered: 'one document holds nearly every word of the question',
  no_gain: 'the last iterations added nothing',
  no_new_queries: 'there is nothing left to ask that has not been asked',
  max_iterations: 'the ceiling of iterations for this level is reached',
  nothing_found: 'no source contains any word of the question',
  model_satisfied: 'the evidence answers the question',
  budget: 'what a request may cost is used up; the rest is kept for the answer',
  providers_down: 'no search provider answers any more',
  parts_next: 'its parts are looked into one by one from here on',
}

/** Says why the run stops looking. */
export function tellStop(reason: StopReason, iterations: number): string {
  return `Stopping after ${iterations} ${iterations === 1 ? 'iteration' : 'iterations'}: ${REASONS[reason]}.\n`
}

const STEPS = {
  plan: 'planning',
  search: 'web search',
  reflect: 'weighing the evidence',
  note: 'taking notes',
  outline: 'outlining the report',
  write: 'writing',
  rewrite: 'correcting sentences',
  judge: 'judging claims',
  embed: 'searching by meaning',
  rerank: 'reranking',
} as const

/** A step that can fall back. */
export type FallibleStep = keyof typeof STEPS

/** Says that a step goes on in a simpler way, and why. */
export function tellDegraded(step: FallibleStep, reason: string): string {
  return `Going on without help at ${STEPS[step]}: ${reason}.\n`
}

/** Tells an answer, fragment by fragment. */
export function* answerEvents(fragments: Iterable<string>): Generator<EngineEvent> {
  for (const content of fragments) yield { type: 'answer', content }
}
