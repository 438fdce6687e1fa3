import { getPriority, setPriority } from 'node:os'
import type { MessagePort } from 'node:worker_threads'
import { WarmUp } from '../warm-up.ts'
import type { Command, Report, ThreadData } from './messages.ts'
import { NO_RUN, Pulse } from './pulse.ts'
import { ReadingEngine } from './reading-engine.ts'
import { noteRuns } from './runs-in-turn.ts'
import { ThreadRuns } from './thread-runs.ts'

/** The engine of a thread. */
export type ThreadEngine = Pick<ReadingEngine, 'research' | 'warmUp' | 'renew' | 'close'>

/**
 * Runs a thread that researches, so that no stream waits for the computing of another one's question.
 * @throws if the index cannot be read.
 */
export function serve(port: MessagePort, data: ThreadData, open: (data: ThreadData) => ThreadEngine = read): void {
  const pulse = new Pulse(data.pulse)
  const turnTo = noteRuns(pulse)
  pulse.beat()
  setInterval(() => pulse.beat(), data.beatEvery).unref()
  const report = (message: Report) => port.postMessage(message)
  const engine = open(data)
  const runs = new ThreadRuns(engine, report)
  const warmUp = new WarmUp()
  giveWay()
  port.on('message', (command: Command) => {
    turnTo(command.do === 'research' ? command.run : NO_RUN)
    if (command.do === 'research') {
      warmUp.giveWay()
      runs.start(command.run, command.task, command.told)
    } else if (command.do === 'continue') runs.continue(command.run, command.batches)
    else if (command.do === 'leave') {
      runs.leave(command.run)
      report({ is: 'left', run: command.run })
    } else if (command.do === 'renew') engine.renew()
    else if (command.do === 'close') {
      warmUp.giveWay()
      engine.close()
      port.close()
    }
  })
  report({ is: 'ready' })
  // A question that waits already is taken first.
  setImmediate(() => {
    turnTo(NO_RUN)
    warmUp.begin(engine)
  })
}

function read({ indexFile, synonyms }: ThreadData): ThreadEngine {
  return new ReadingEngine(indexFile, synonyms)
}

/** The thread that serves then gets three times as much of a busy core. */
const NICENESS = 5
const MOST_NICENESS = 19

function giveWay(): void {
  // On Linux this is said of the calling thread, elsewhere of the whole process.
  if (process.platform === 'linux') setPriority(Math.min(MOST_NICENESS, getPriority() + NICENESS))
}
