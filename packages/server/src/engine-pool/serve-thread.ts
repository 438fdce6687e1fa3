import { getPriority, setPriority } from 'node:os'
import type { MessagePort } from 'node:worker_threads'
import { WarmUp } from '../warm-up.ts'
import type { Command, Report, ThreadData } from './messages.ts'
import { NO_RUN, Pulse } from './pulse.ts'
import { ReadingEngine, type ReadingOptions } from './reading-engine.ts'
import { noteRuns } from './runs-in-turn.ts'
import { OutsideCalls, ThreadOutside } from './thread-outside.ts'
import { ThreadRuns } from './thread-runs.ts'

/** The engine of a thread. */
export type ThreadEngine = Pick<ReadingEngine, 'research' | 'warmUp' | 'renew' | 'close'>

type OpenThreadEngine = (data: ThreadData, options: ReadingOptions | undefined) => ThreadEngine

/** An engine that reads no index has nothing to do for these. */
const WITHOUT_INDEX = { async warmUp() {}, renew() {}, close() {} }

/**
 * Runs a thread that researches, so that no stream waits for the computing of another one's question.
 * @throws if the index cannot be read.
 */
export async function serve(port: MessagePort, data: ThreadData, open: OpenThreadEngine = read): Promise<void> {
  const pulse = new Pulse(data.pulse)
  const turnTo = noteRuns(pulse)
  setInterval(() => pulse.beat(), data.beatEvery).unref()
  const report = (message: Report) => port.postMessage(message)
  const calls = new OutsideCalls(report)
  const degraded = (step: string, line: string) => report({ is: 'degraded', step, line })
  const outside = data.outside && new ThreadOutside(data.outside, calls, degraded)
  const hosted = await outside?.hostedEngine((line) => degraded('research', line))
  const engine = hosted ? { ...WITHOUT_INDEX, ...hosted } : open(data, await outside?.options())
  const runs = new ThreadRuns(engine, report, (...run) => outside?.begin(...run))
  const warmUp = new WarmUp()
  giveWay()
  port.on('message', (command: Command) => {
    turnTo(command.do === 'research' ? command.run : NO_RUN)
    if (command.do === 'research') {
      warmUp.giveWay()
      runs.start(command.run, command.task, command.told, command.kept)
    } else if (command.do === 'news') calls.take(command.call, command.news)
    else if (command.do === 'continue') runs.continue(command.run, command.batches)
    else if (command.do === 'leave') {
      runs.leave(command.run, command.handedOver)
      report({ is: 'left', run: command.run })
    } else if (command.do === 'renew') engine.renew()
    else if (command.do === 'close') {
      warmUp.giveWay()
      engine.close()
      port.close()
    }
  })
  report({ is: 'ready' })
  // First come the questions that wait already.
  setImmediate(() => {
    turnTo(NO_RUN)
    warmUp.begin(engine)
  })
}

function read({ indexFile, synonyms }: ThreadData, options: ReadingOptions | undefined): ThreadEngine {
  return new ReadingEngine(indexFile, { ...options, synonyms })
}

/** The thread that serves then gets three times as much of a busy core. */
const NICENESS = 5
const MOST_NICENESS = 19

function giveWay(): void {
  // On Linux the priority is that of the calling thread, elsewhere that of the whole process.
  if (process.platform === 'linux') setPriority(Math.min(MOST_NICENESS, getPriority() + NICENESS))
}
