import { randomUUID } from 'node:crypto'
import type { ResearchEvent } from '@deep-research/sdk'
import { type ReasoningLevel, readRequest } from '@deep-research/sdk/contract'
import { systemClock } from '#kernel/clock.ts'
import { UserError } from '#kernel/user-error.ts'
import { Envelopes } from '#protocol/envelopes.ts'
import { readSettings } from '../../config.ts'
import type { CliContext } from '../context.ts'
import { assertDocuments } from './assert-documents.ts'

/** A question, and how thoroughly it is researched. */
export interface Question {
  query: string
  level: ReasoningLevel
}

/**
 * Researches in this process, with the events that a service would send. `tell` receives lines for a person who waits.
 * @throws {@link UserError} if a service would refuse the question, or the corpus has no document.
 */
export async function* askEngine(
  { environment, openEngine, stop }: CliContext,
  { query, level }: Question,
  tell: (line: string) => void,
): AsyncGenerator<ResearchEvent> {
  const checked = readRequest(Buffer.from(JSON.stringify({ query, reasoning_level: level })))
  if ('refusal' in checked) throw new UserError(checked.refusal.message)
  // One question alone is answered sooner without a thread.
  const settings = { ...readSettings(environment), engineWorkers: 0 }
  const engine = await openEngine(settings, tell, stop)
  const wanted = { includeThinking: true, includeToolCalls: true, metadata: undefined }
  const envelopes = new Envelopes({ requestId: randomUUID(), ...wanted }, systemClock)
  try {
    const state = engine.describe?.()
    if (state) assertDocuments(settings, state)
    for await (const event of engine.research({ query, level }, { signal: stop })) {
      const envelope = envelopes.encode(event)
      if (envelope === undefined) continue
      yield JSON.parse(envelope) as ResearchEvent
      if (event.type === 'completed') return
    }
  } finally {
    await engine.close()
  }
  throw new UserError('The research ended without a result.')
}
