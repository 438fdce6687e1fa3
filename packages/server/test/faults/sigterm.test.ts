import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { expectSound, readRows } from '../support/faults/oracle.ts'
import { supervise } from '../support/faults/supervisor.ts'

const CALLS = 60
const PER_ACCOUNT = 5

/** Milliseconds over which the calls are spread; the signal comes in their middle. */
const SPREAD = 600

type Ending = 'completed' | 'failed' | 'refused' | 'not connected' | `ambiguous: ${string}`

onBothDatabases('calls around SIGTERM', (createUrl) => {
  it('end clearly, every one of them', async () => {
    const url = await createUrl()
    const keys = await makeKeys(url, CALLS / PER_ACCOUNT)
    const environment = { DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32), LOG_LEVEL: 'silent', METRICS: 'off' }
    const service = await supervise(environment)
    await service.start()
    const calls = Array.from({ length: CALLS }, async (_, call) => {
      await new Promise((resolve) => setTimeout(resolve, (call * SPREAD) / CALLS))
      return await callOnce(service.url, keys[call % keys.length] ?? '', call % 2 === 0 ? 'short' : 'endless')
    })
    await new Promise((resolve) => setTimeout(resolve, SPREAD / 2))
    service.terminate()
    const endings = await Promise.all(calls)
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
