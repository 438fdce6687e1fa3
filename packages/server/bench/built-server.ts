import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)
/** Milliseconds between two looks at whether it is ready. */
const SOON = 50
const NANOSECONDS = 1e6
const CREDITS = '1000000'

/** A server of a checkout's last build, started as a user does, in a process and with a database of its own. */
export interface BuiltServer {
  /** CPU of all its threads so far, in milliseconds. */
  cpu(): number
  /** The most memory that it took, in MiB. */
  peak(): number
  /** @throws {Error} if it is not answered */
  ask(query: string, level: string): Promise<void>
  end(): Promise<void>
}

/** What a checkout's servers share: the database, with an account that has credits, and the index. */
export interface Checkout {
  /** Starts one, and waits until it can be asked: where there is no index, until it is made. */
  start(): Promise<BuiltServer>
}

/** @throws {Error} if the checkout is not built */
export async function prepareCheckout(root: string, corpus: string): Promise<Checkout> {
  const folder = temporaryFolder('peer')
  const program = join(root, 'packages/server/dist/main.js')
  const env = {
    ...process.env,
    DATABASE_URL: `sqlite:${join(folder, 'service.db')}`,
    CORPUS: corpus,
    LOG_LEVEL: 'error',
  }
  const tell = async (...words: string[]) =>
    (await run(process.execPath, [program, ...words], { cwd: folder, env })).stdout
  await tell('account', 'create', '--email', 'bench@example.com')
  await tell('credits', 'grant', 'bench@example.com', CREDITS)
  const [key = ''] = /\bdr_\w+/.exec(await tell('key', 'create', 'bench@example.com')) ?? []
  return {
    async start() {
      const port = await freePort()
      const log = openSync(join(folder, 'log'), 'a')
      const child = spawn(process.execPath, [program, 'serve'], {
        cwd: folder,
        env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
        stdio: ['ignore', log, log],
      })
      closeSync(log)
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      const url = `http://127.0.0.1:${port}`
      while (!(await isReady(url))) {
        if (child.exitCode !== null) throw new Error(`${root}: ${readFileSync(join(folder, 'log'), 'utf8')}`)
        await wait(SOON)
      }
      const of = String(child.pid)
      return {
        cpu: () => cpuOf(of),
        peak: () => Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${of}/status`, 'utf8'))?.[1]) / 1024),
        async ask(query, level) {
          const response = await fetch(`${url}/v1/research`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-api-key': key },
            body: JSON.stringify({ query, reasoning_level: level }),
          })
          if (!(await response.text()).includes('research.completed')) throw new Error(`answered ${response.status}`)
        },
        async end() {
          child.kill()
          await ended
        },
      }
    },
  }
}

/** Linux tells of each thread in nanoseconds, of a process only in hundredths of a second. */
function cpuOf(process: string): number {
  const threads = readdirSync(`/proc/${process}/task`)
  const spent = threads.map((thread) =>
    Number(readFileSync(`/proc/${process}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return spent.reduce((sum, each) => sum + each, 0) / NANOSECONDS
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
