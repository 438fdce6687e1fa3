import { BackendLostError, type EngineEvent, type ResearchTask } from '@deep-research/engine'
import { keptRunOf } from '#steps/keep-steps.ts'
import { NOTHING_TOLD } from './course.ts'
import type { LeftOfRun } from './engine-thread.ts'
import type { EngineThreads } from './engine-threads.ts'
import { ThreadEndedError } from './thread-ended.ts'

/** How often a run may move to another thread because a run beside it ended its thread. */
const MOST_MOVES = 10

/**
 * Researches in a thread, and goes on in another one if that ends: nothing is told twice. A run that made a thread hang
 * is not tried again, nor is one of which threads or processes have died twice.
 * @throws the signal's reason when aborted, {@link BackendLostError} if it cannot go on, or what the engine threw.
 */
export async function* researchInThreads(
  threads: Pick<EngineThreads, 'least' | 'change'>,
  task: ResearchTask,
  signal: AbortSignal,
): AsyncGenerator<EngineEvent> {
  let before: LeftOfRun = { told: NOTHING_TOLD }
  let died = false
  for (let moves = 0; ; ) {
    // The thread is chosen right before the run begins in it, because only then the run counts in its load.
    const thread = threads.least()
    if (!thread) {
      await threads.change(signal)
      continue
    }
    try {
      return yield* thread.research(task, signal, before)
    } catch (error) {
      if (!(error instanceof ThreadEndedError)) throw error
      signal.throwIfAborted()
      if (error.blamed) {
        if (error.how === 'hung' || !(await mayTryAgain(task, died))) throw error
        died = true
      } else {
        moves += 1
        if (moves > MOST_MOVES) throw new BackendLostError(error.message, { cause: error })
      }
      await error.kept
      before = { told: error.told, steps: await keptRunOf(task)?.keptSteps?.() }
    }
  }
}

/** Where nobody counts the tries, a run is begun at most twice. */
async function mayTryAgain(task: ResearchTask, died: boolean): Promise<boolean> {
  return (await keptRunOf(task)?.mayTryAgain?.()) ?? !died
}
