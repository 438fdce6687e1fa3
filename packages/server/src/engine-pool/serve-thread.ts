import { getPriority, setPriority } from 'node:os'
import type { MessagePort } from 'node:worker_threads'
import { UserError } from '#kernel/user-error.ts'
import type { Command, Report, ThreadData } from './messages.ts'
import { openThreadEngine, type ThreadEngine } from './thread-engine.ts'
import { ThreadRuns } from './thread-runs.ts'

/** Runs a thread that researches, so that no stream waits for the computing of another one's question. */
export function serve(port: MessagePort): void {
  port.once('message', (command: Command) => {
    if (command.do === 'open') open(port, command.data)
    else port.close()
  })
}

async function open(port: MessagePort, data: ThreadData): Promise<void> {
  const report = (message: Report) => port.postMessage(message)
  let engine: ThreadEngine | undefined
  const tellState = () => {
    if (engine) report({ is: 'ready', ...(engine.state?.() ?? NOTHING) })
  }
  try {
    engine = await openThreadEngine(data, (line) => report({ is: 'progress', line }), tellState)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    report({ is: 'failed', message, forUser: error instanceof UserError })
    return
  }
  giveWay()
  obey(port, engine, report)
  tellState()
}

/** The thread that serves then gets three times as much of a busy core. */
const NICENESS = 5
const MOST_NICENESS = 19

function giveWay(): void {
  // On Linux this is said of the calling thread, elsewhere of the whole process.
  if (process.platform === 'linux') setPriority(Math.min(MOST_NICENESS, getPriority() + NICENESS))
}

const NOTHING = { state: undefined, fingerprint: undefined }

function obey(port: MessagePort, engine: ThreadEngine, report: (report: Report) => void): void {
  const runs = new ThreadRuns(engine, report)
  port.on('message', (command: Command) => {
    if (command.do === 'research') runs.start(command.run, command.task)
    else if (command.do === 'continue') runs.continue(command.run)
    else if (command.do === 'leave') runs.leave(command.run)
    else if (command.do === 'renew') engine.renew?.()
    else if (command.do === 'find') {
      report({ is: 'found', look: command.look, document: engine.documentAt?.(command.url) })
    } else if (command.do === 'close') {
      engine.close()
      port.close()
    }
  })
}
