import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { readSettings, startService } from '../../src/index.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { createFaultEngine } from '../support/faults/fault-engine.ts'
import { expectSound, readRows } from '../support/faults/oracle.ts'

const HANG_UPS = 120
const PER_ACCOUNT = 5

/** Callers are gone after at most so many milliseconds; a model would take as long to be ready. */
const GONE_WITHIN = 40
const READY_AFTER = 30
const GRACE = 300

onBothDatabases('callers that hang up within 40 ms', (createUrl) => {
  it('hold no slot after the grace', async () => {
    const url = await createUrl()
    const keys = await makeKeys(url, HANG_UPS / PER_ACCOUNT)
    const environment = { PORT: '0', DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32), METRICS: 'off' }
    const settings = readSettings({ ...environment, DISCONNECT_GRACE_MS: String(GRACE) })
    const ready = () => sleep(READY_AFTER)
    const service = await startService(settings, { openEngine: async () => ({ ...createFaultEngine(), ready }) })
    const calls = keys.flatMap((key) => Array.from({ length: PER_ACCOUNT }, () => key))
    await Promise.all(calls.map((key) => hangUp(service.url, key, Math.random() * GONE_WITHIN)))
    // Those that arrived are let in one after the other, the last of them a moment after they hung up.
    let seen = -1
    const quiet = async () => {
      const { request } = await readRows(url)
      const over = request.length === seen && request.every(({ ended_at }) => ended_at !== null)
      seen = request.length
      return over
    }
    await vi.waitUntil(quiet, { timeout: 20_000, interval: 2 * GRACE })
    const rows = await readRows(url)
    expectSound(rows)
    expect(rows.request.length).toBeGreaterThan(0)
    expect(new Set(rows.request.map(({ status }) => status))).toEqual(new Set(['cancelled']))
    await service.close()
  })
})

/** Sends a request and is gone, whatever has come by then. */
function hangUp(url: string, key: string, after: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ query: 'endless' })
  const head = `POST /v1/research HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-API-Key: ${key}\r\n`
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
      setTimeout(() => socket.destroy(), after)
    })
    socket.on('error', () => {}).on('close', () => resolve())
  })
}
