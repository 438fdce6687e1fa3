import { PART_WEIGHT } from '#evidence/queries.ts'
import { contentTerms } from '#language/terms.ts'
import { pursue } from '../pursue.ts'
import type { EngineEvent, Query } from '../types.ts'
import { askedAct } from './asked-act.ts'
import type { InvestigationParts } from './investigation-parts.ts'
import type { Subject } from './subject.ts'
import { searchFor } from './subject-queries.ts'

type Parts = Pick<InvestigationParts, 'run' | 'collection' | 'calls'>

/**
 * Searches for the subject of a question beside words that tell what is asked of it: "justify" finds what speaks of
 * justice, and a reason says "benefit".
 */
export function* lookForAct(subject: Subject, parts: Parts, iteration: number): Generator<EngineEvent, void> {
  const { run, collection, calls } = parts
  const sought = askedAct(run.question)?.sought ?? ''
  if (sought === '') return
  const text = `${searchFor(subject)} ${sought}`
  const query: Query = {
    text,
    terms: [...contentTerms(text, run.question.language)],
    purpose: 'part',
    weight: PART_WEIGHT,
  }
  yield* pursue(query, [{ run, query }], { collection, calls, iteration })
}
