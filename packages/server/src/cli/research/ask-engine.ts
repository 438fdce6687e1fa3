import { randomUUID } from 'node:crypto'
import { BackendLostError } from '@deep-research/engine'
import type { ResearchEvent } from '@deep-research/sdk'
import { type ReasoningLevel, readRequest } from '@deep-research/sdk/contract'
import { systemClock } from '#kernel/clock.ts'
import { commandWords } from '#kernel/command-words.ts'
import { wordsFor } from '#kernel/fault-words.ts'
import { untilAborted } from '#kernel/until-aborted.ts'
import { UserError } from '#kernel/user-error.ts'
import { Envelopes } from '#protocol/envelopes.ts'
import { readAskedSettings } from '../../asked-folder.ts'
import type { OpenedEngine } from '../../corpus-engine.ts'
import type { CliContext } from '../context.ts'
import { tellUnusedModel } from '../setup/unused-model.ts'
import { withDocuments } from './assert-documents.ts'

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
  context: CliContext,
  question: Question,
  tell: (line: string) => void,
): AsyncGenerator<ResearchEvent> {
  assertQuestion(question)
  const engine = await openAskedEngine(context, tell)
  try {
    yield* askOpenEngine(engine, question, context.stop)
  } finally {
    await engine.close()
  }
}

/**
 * Opens the engine that the settings ask for.
 * @throws {@link UserError} if its corpus has no document.
 */
export async function openAskedEngine(
  { environment, openEngine, stop }: CliContext,
  tell: (line: string) => void,
): Promise<OpenedEngine> {
  // With a thread for the engine, this one hears of Ctrl-C whatever a question makes the engine compute.
  const settings = { ...readAskedSettings(environment), engineWorkers: 1 }
  const unused = tellUnusedModel(settings)
  if (unused !== undefined) tell(`Note: ${unused}.`)
  const engine = await withDocuments(openEngine)(settings, tell, stop)
  try {
    await untilAborted(engine.embedded?.(), stop)
  } catch (error) {
    await engine.close()
    throw error
  }
  return engine
}

/**
 * Researches with an engine that is open, with the events that a service would send.
 * @throws {@link UserError} if a service would refuse the question, or what it needs is not there.
 */
export async function* askOpenEngine(
  engine: OpenedEngine,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<ResearchEvent> {
  assertQuestion(question)
  try {
    await engine.ready?.(signal)
    yield* research(engine, question, signal)
  } catch (error) {
    throw error instanceof BackendLostError ? new UserError(withWayOut(error)) : error
  }
}

/** Why research cannot begin, and what to do. */
function withWayOut(error: BackendLostError): string {
  const words = wordsFor(error)
  const why = words === undefined ? error.message : `${words[0]?.toUpperCase()}${words.slice(1)}.`
  const isOfModel = error.message.startsWith('The model')
  const without = isOfModel ? '; with LLM_FALLBACK=extractive, research does without a model' : ''
  return `${why} ${commandWords()} doctor says more${without}.`
}

async function* research(engine: OpenedEngine, question: Question, signal: AbortSignal): AsyncGenerator<ResearchEvent> {
  const wanted = { includeThinking: true, includeToolCalls: true, metadata: undefined }
  const envelopes = new Envelopes({ requestId: randomUUID(), ...wanted }, systemClock)
  for await (const event of engine.research(question, { signal })) {
    const envelope = envelopes.encode(event)
    if (envelope === undefined) continue
    yield JSON.parse(envelope) as ResearchEvent
    if (event.type === 'completed') return
  }
  throw new UserError('The research ended without a result.')
}

function assertQuestion({ query, level }: Question): void {
  const checked = readRequest(Buffer.from(JSON.stringify({ query, reasoning_level: level })))
  if ('refusal' in checked) throw new UserError(checked.refusal.message)
}
