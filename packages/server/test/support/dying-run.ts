import { setTimeout as sleep } from 'node:timers/promises'
import { type EngineEvent, HandedOverError, type ResearchEngine, type ResearchTask } from '@deep-research/engine'
import { keepSteps } from '../../src/steps/keep-steps.ts'

interface DyingRun {
  engine: ResearchEngine
  task: ResearchTask
  /** The steps kept so far, to which those of this run are added. */
  kept: Map<string, string>
  /** How many steps may be kept before the process dies. */
  most: number
  /** How many pieces of the answer may be told before it dies. @defaultValue any number */
  answers?: number | undefined
}

/** Runs until it completes, or until the process dies. @returns what was told until then. */
export async function runUntil({
  engine,
  task,
  kept,
  most,
  answers = Number.POSITIVE_INFINITY,
}: DyingRun): Promise<EngineEvent[]> {
  const dying = new AbortController()
  const { signal } = dying
  // A process that dies ends nothing elsewhere.
  const die = () => dying.abort(new HandedOverError('dead'))
  const run = { ...task }
  keepSteps(run, {
    ...{ id: 'req_1', signal, steps: new Map(kept) },
    async saveStep(key, result) {
      if (kept.size >= most) return die()
      // The first of two that are done at once may be kept last.
      if (kept.size % 3 === 0) await sleep(2)
      kept.set(key, result)
    },
  })
  const told: EngineEvent[] = []
  try {
    for await (const event of engine.research(run, { signal })) {
      if (signal.aborted) break
      told.push(event)
      if (told.filter(({ type }) => type === 'answer').length >= answers) die()
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return told
}

/** Events without how long calls took. */
export const withoutTimes = (events: readonly EngineEvent[]): EngineEvent[] =>
  events.map((event) =>
    event.type === 'tool_call.completed' ? { ...event, call: { ...event.call, duration_ms: 0 } } : event,
  )
