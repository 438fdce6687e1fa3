import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Bytes of the heap after a collection, and of the process. */
export interface Memory {
  heap: number
  rss: number
}

/** A server in a process of its own. */
export interface Child {
  url: string
  /** CPU so far, in milliseconds. */
  cpu(): Promise<number>
  memory(): Promise<Memory>
  tell(message: unknown): Promise<unknown>
  end(): Promise<void>
}

const FLAGS = ['--conditions=@deep-research/source', '--expose-gc']

/** Starts a file of this folder, its log thrown away. */
export async function startChild(file: string, words: string[] = [], flags: string[] = []): Promise<Child> {
  const child = fork(`${import.meta.dirname}/${file}`, words, {
    execArgv: [...FLAGS, ...flags],
    stdio: ['ignore', 'ignore', process.env['BENCH_STDERR'] ? 'inherit' : 'ignore', 'ipc'],
  })
  const tell = (message: unknown) => answerOf(child, message)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended; BENCH_STDERR=1 shows why`)))
  const [url] = (await Promise.race([once(child, 'message'), ended])) as [string]
  ended.catch(() => {})
  return {
    url,
    tell,
    cpu: async () => Number(await tell('cpu')),
    memory: async () => (await tell('memory')) as Memory,
    async end() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function answerOf(child: ChildProcess, message: unknown): Promise<unknown> {
  const answer = once(child, 'message')
  child.send(message as string)
  return (await answer)[0]
}

/** In the child: tells where it listens, answers what is asked, and ends with its parent. */
export function obeyParent(url: string, answer: (message: unknown) => unknown = () => undefined): void {
  process.on('message', async (message) => {
    if (message === 'cpu') process.send?.(cpu())
    else if (message === 'memory') process.send?.(memory())
    else process.send?.((await answer(message)) ?? null)
  })
  process.once('disconnect', () => process.exit())
  process.send?.(url)
}

function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function memory(): Memory {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed, rss }
}
