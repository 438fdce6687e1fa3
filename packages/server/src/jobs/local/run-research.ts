import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EngineEvent, ResearchEngine, ResearchTask } from '@deep-research/engine'

/** Events after which the loop lets other work of the process have its turn. */
const EVENTS_A_TURN = 128

/** A run that was started and has told its first event, or failed before it. */
export interface StartedRun {
  /** Hands every event to `tell` and resolves after the last one, or when the signal aborts, whichever is first. */
  follow(tell: (event: EngineEvent) => void): Promise<void>
}

/**
 * Starts the engine on a task.
 * @throws what the engine threw where it is not ready or failed at once; an engine that takes its time is followed.
 */
export async function startResearch(
  engine: ResearchEngine,
  task: ResearchTask,
  signal: AbortSignal,
): Promise<StartedRun> {
  await engine.ready?.(signal)
  const iterator = engine.research(task, { signal })[Symbol.asyncIterator]()
  const first = iterator.next()
  first.catch(() => {})
  await Promise.race([first, nextTurn()])
  return { follow: (tell) => followUntilAborted(iterator, first, signal, tell) }
}

/** The engine is not waited for once the signal aborts: one that does not listen must not hold the request. */
async function followUntilAborted(
  iterator: AsyncIterator<EngineEvent>,
  first: Promise<IteratorResult<EngineEvent>>,
  signal: AbortSignal,
  tell: (event: EngineEvent) => void,
): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const pulling = pull(iterator, first, signal, tell)
  pulling.catch(() => {})
  try {
    await Promise.race([pulling, aborted])
  } catch (error) {
    iterator.return?.()?.catch(() => {})
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function pull(
  iterator: AsyncIterator<EngineEvent>,
  first: Promise<IteratorResult<EngineEvent>>,
  signal: AbortSignal,
  tell: (event: EngineEvent) => void,
): Promise<void> {
  let step = await first
  for (let events = 1; !step.done && !signal.aborted; events += 1) {
    tell(step.value)
    if (events % EVENTS_A_TURN === 0) await nextTurn()
    step = await iterator.next()
  }
}
