import { DeepResearch } from '@deep-research/sdk'
import type { ResearchEvent } from '@deep-research/sdk/contract'
import { expect, it } from 'vitest'
import { onCluster } from '../support/cluster.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { askedAt } from '../support/faults/fault-engine.ts'
import { startNodes } from '../support/faults/nodes.ts'
import { expectContiguous, expectSound, readRows } from '../support/faults/oracle.ts'

const CALLERS = 8
const WORKERS = 2

/** A client as everybody has it, and the longest time for which its stream said nothing, in milliseconds. */
async function readSteadily(send: typeof fetch, apiKey: string) {
  const client = new DeepResearch({ baseURL: 'http://cluster', apiKey, fetch: send })
  const events: ResearchEvent[] = []
  let silence = 0
  let since = performance.now()
  for await (const event of await client.stream({ query: askedAt('steady', Date.now()) })) {
    if (events.length > 0) silence = Math.max(silence, performance.now() - since)
    since = performance.now()
    events.push(event as ResearchEvent)
  }
  return { events, silence }
}

onCluster('a restart of all processes, one after the other', (servers) => {
  it('is noticed by no client', async () => {
    const nodes = await startNodes(servers(), WORKERS)
    const keys = await makeKeys(nodes.database, CALLERS)
    const reading = keys.map((key) => readSteadily(nodes.fetch, key))
    const all = [...nodes.workers, ...nodes.apis]
    for (const node of all) await nodes.restart(node)
    const read = await Promise.all(reading)
    for (const { events } of read) expectContiguous(events)
    // Each stream was resumed at most once for each process that it was read from.
    expect(nodes.sent).toBeLessThanOrEqual(CALLERS * (1 + nodes.apis.length))
    const rows = await readRows(nodes.database)
    expectSound(rows)
    expect(rows.request.map(({ status }) => status)).toEqual(keys.map(() => 'completed'))
    if (process.env['FAULT_TIMES'] === '1') console.info(read.map(({ silence }) => Math.round(silence)))
    await nodes.end()
  })
})
