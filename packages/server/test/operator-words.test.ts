import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { describeError } from '../src/kernel/log.ts'
import { temporaryFolder } from './support/command-line.ts'
import { makeKeys } from './support/faults/accounts.ts'
import { sendRaw } from './support/raw.ts'
import { ask, startTestService } from './support/service.ts'

/** Milliseconds within which a line is logged: as long as SQLite's lock is waited for, and more. */
const WITHIN = { timeout: 20_000, interval: 50 }

/** A service in a process of its own, and the lines of its log. */
async function open() {
  const folder = temporaryFolder()
  const file = join(folder, 'research.db')
  const [key = ''] = await makeKeys(`sqlite:${file}`, 1)
  const main = fileURLToPath(new URL('./support/scripted-main.ts', import.meta.url))
  // A write beyond the limit of a file is to fail, and not to end the process.
  const words = ['-c', 'trap "" XFSZ; exec "$@"', 'sh', process.execPath, '--conditions=@deep-research/source', main]
  const child: ChildProcess = spawn('sh', [...words, 'serve'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'warn', METRICS: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let log = ''
  let output = ''
  child.stderr?.on('data', (bytes) => (log += bytes))
  child.stdout?.on('data', (bytes) => (output += bytes))
  const url = await vi.waitUntil(() => /listening on (\S+)/.exec(output)?.[1], WITHIN)
  const post = () =>
    fetch(`${url}/v1/research`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(ask()),
    })
  const limit = (what: string) => execFileSync('prlimit', ['--pid', String(child.pid), what])
  return { file, url, post, limit, pid: child.pid ?? 0, log: () => log }
}

/** Resolves when the service has seen what was sent before: it answers in the order in which it is asked. */
async function heard(url: string): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await sendRaw(url, 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toContain('200 OK')
  }
}

it('a lock, a full disk and too few file descriptors each have their own words in the log', async () => {
  const { file, url, post, limit, pid, log } = await open()
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  expect((await post()).status).toBe(502)
  other.exec('rollback')
  other.close()
  await vi.waitUntil(() => log().includes('another process holds its lock'), WITHIN)

  limit(`--fsize=${Math.floor(statSync(`${file}-wal`).size / 2)}:unlimited`)
  expect((await post()).status).toBe(502)
  limit('--fsize=unlimited')
  await vi.waitUntil(() => /disk of the database (is full|fails to read or write)/.test(log()), WITHIN)

  const used = readdirSync(`/proc/${pid}/fd`).length
  limit(`--nofile=${used + 4}:`)
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: 30 }, () => connect(Number(port), hostname).on('error', () => {}))
  await vi.waitUntil(() => log().includes('too few file descriptors'), WITHIN)
  for (const socket of sockets) socket.destroy()
  for (const line of log().trim().split('\n')) JSON.parse(line)
}, 60_000)

it('so have a damaged file and one that is no database', () => {
  const folder = temporaryFolder()
  const [damaged, other] = [join(folder, 'damaged.db'), join(folder, 'other.db')]
  const made = new DatabaseSync(damaged)
  made.exec("create table t (x); insert into t values ('reef')")
  made.close()
  const descriptor = openSync(damaged, 'r+')
  writeSync(descriptor, Buffer.alloc(4_096, 7), 0, 4_096, 4_096)
  closeSync(descriptor)
  writeFileSync(other, 'not a database, but a text'.repeat(100))
  const reason = (file: string) => {
    try {
      new DatabaseSync(file).prepare('select * from t').all()
      return undefined
    } catch (error) {
      return describeError(error)['reason']
    }
  }
  expect(reason(damaged)).toContain('the database file is damaged')
  expect(reason(other)).toContain('is not a database')
})

it('a body that a client dropped is no error', async () => {
  const lines: string[] = []
  const write = (_facts: object, message: string) => void lines.push(message)
  const service = await startTestService({ log: { debug() {}, info() {}, warn: write, error: write } })
  const { key } = await service.join()
  for (const [path, type] of [
    ['/sign-in', 'application/x-www-form-urlencoded'],
    ['/v1/research', 'application/json'],
  ]) {
    const head = [`POST ${path} HTTP/1.1`, 'host: localhost', `content-type: ${type}`, `x-api-key: ${key}`]
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    socket.write(`${head.join('\r\n')}\r\ncontent-length: 100\r\n\r\nemail=`)
    await heard(service.url)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resetAndDestroy()
    await closed
  }
  await heard(service.url)
  expect(lines).toEqual([])
})
