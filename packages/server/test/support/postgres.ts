import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { DatabaseKind } from './databases.ts'
import { freePort } from './free-port.ts'

const ROOT = '/usr/lib/postgresql'

/** The folder of the newest PostgreSQL's programs, or undefined where none is installed. */
export function findPostgres(): string | undefined {
  if (!existsSync(ROOT)) return undefined
  return readdirSync(ROOT)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(ROOT, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
}

export interface PostgresServer extends DatabaseKind {
  port: number
  /** Stops answering, as an outage would, until `goOn`. */
  halt(): Promise<void>
  goOn(): Promise<void>
  stop(): Promise<void>
}

/** Starts a server of its own on a free loopback port, its data in a folder that goes with it. */
export async function startPostgres(bin: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'deep-research-postgres-'))
  const user = otherUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await freePort()
  const options = ['-D', data, '-p', String(port), '-k', folder, '-c', 'fsync=off', '-c', 'max_connections=200']
  const launch = () => spawn(join(bin, 'postgres'), options, { ...user, cwd: folder, stdio: 'ignore' })
  let child = launch()
  await answering(urlOf(port, 'postgres'), child)
  const halt = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await ended
  }
  return {
    ...databasesAt(port),
    port,
    halt,
    async goOn() {
      child = launch()
      await answering(urlOf(port, 'postgres'), child)
    },
    async stop() {
      await halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const urlOf = (port: number, database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`

/** Databases of a server that runs, each a copy of another one where that is given; other processes may make some too. */
export function databasesAt(port: number, copied = 'template1'): DatabaseKind {
  const admin = urlOf(port, 'postgres')
  return {
    lanes: 4,
    async create() {
      const name = `test_${randomBytes(8).toString('hex')}`
      // Half the work of the usual strategy, which is for databases that are written to while they are copied.
      await query(admin, `create database ${name} template ${copied} strategy file_copy`)
      return { url: urlOf(port, name), remove: () => query(admin, `drop database ${name} with (force)`) }
    },
  }
}

/** PostgreSQL refuses to run as root; then it runs as the user that its package made. */
function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    try {
      return await query(url, 'select 1')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  throw new Error('PostgreSQL did not start')
}

async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query(text).finally(() => client.end())
}
