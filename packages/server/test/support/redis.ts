import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'

const PROGRAMS = ['/usr/bin/valkey-server', '/usr/bin/redis-server']

/** The program of a Redis server, or undefined where none is installed. */
export function findRedis(): string | undefined {
  return PROGRAMS.find((path) => existsSync(path))
}

export interface RedisServer {
  url: string
  /** A connection for the test itself. */
  client: Redis
  /** Ends it at once, as a crash would; what it has written to its file stays. */
  kill(): Promise<void>
  goOn(): Promise<void>
  stop(): Promise<void>
}

/** Starts a server of its own on a free loopback port, its data in a folder that goes with it. */
export async function startRedis(program: string): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'deep-research-redis-'))
  const port = await freePort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', '']
  const url = `redis://127.0.0.1:${port}`
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 50, maxRetriesPerRequest: null })
  client.on('error', () => {})
  let child: ChildProcess
  const goOn = async () => {
    child = spawn(program, options, { stdio: 'ignore' })
    await client.ping()
  }
  const kill = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  await goOn()
  return {
    url,
    client,
    kill,
    goOn,
    async stop() {
      client.disconnect()
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
