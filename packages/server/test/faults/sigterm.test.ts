import { expect, it } from 'vitest'
import { wait } from '../../src/kernel/retry-pause.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { expectSound, readRows } from '../support/faults/oracle.ts'
import { supervise } from '../support/faults/supervisor.ts'

const CALLS = 60
const PER_ACCOUNT = 5

/** Milliseconds between two calls. Half are made before one of them has ended, the others around the signal. */
const EVERY = 10

type Ending = 'completed' | 'failed' | 'refused' | 'not connected' | `ambiguous: ${string}`

onBothDatabases('calls around SIGTERM', (createUrl) => {
  it('end clearly, every one of them', async () => {
    const url = await createUrl()
    const keys = await makeKeys(url, CALLS / PER_ACCOUNT)
    const environment = { DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32), LOG_LEVEL: 'silent', METRICS: 'off' }
    const service = await supervise(environment)
    await service.start()
    const begin = (first: number) =>
      Array.from({ length: CALLS / 2 }, async (_, index) => {
        const call = first + index
        await wait(index * EVERY)
        return await callOnce(service.url, keys[call % keys.length] ?? '', call % 2 === 0 ? 'short' : 'endless')
      })
    const early = begin(0)
    await Promise.race(early)
    const late = begin(CALLS / 2)
    await wait((CALLS / 4) * EVERY)
    service.terminate()
    const endings = await Promise.all([...early, ...late])
    await service.dead
    expect(endings.filter((ending) => ending.startsWith('ambiguous'))).toEqual([])
    const rows = await readRows(url)
    expectSound(rows)
    const count = (status: string) => rows.request.filter((request) => request.status === status).length
    const told = (ending: Ending) => endings.filter((one) => one === ending).length
    expect(count('completed')).toBe(told('completed'))
    // What was let in and ended before its first event is refused, and refunded.
    expect(count('failed')).toBeGreaterThanOrEqual(told('failed'))
    expect(count('failed')).toBeLessThanOrEqual(told('failed') + told('refused'))
    expect(told('completed')).toBeGreaterThan(0)
  })
})

/** A call without any second try. */
async function callOnce(url: string, key: string, query: string): Promise<Ending> {
  try {
    const response = await fetch(`${url}/v1/research`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query }),
    })
    const text = await response.text()
    if (response.status === 502 && text.includes('PROXY_ERROR') && response.headers.has('retry-after')) return 'refused'
    if (response.status !== 200) return `ambiguous: ${response.status} ${text}`
    if (text.endsWith('data: [DONE]\n\n')) return 'completed'
    return text.includes('"research.failed"') ? 'failed' : `ambiguous: ${text.slice(-200)}`
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return cause?.code === 'ECONNREFUSED' ? 'not connected' : `ambiguous: ${cause?.code ?? error}`
  }
}
