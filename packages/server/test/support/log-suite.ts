import { expect, it } from 'vitest'
import { chunkOf } from '../../src/jobs/chunk.ts'
import type { Claim } from '../../src/jobs/claim.ts'
import { LineWriter, mostBytesOf } from '../../src/jobs/lines.ts'
import type { Chunk, EventLog } from '../../src/jobs/ports.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { ENDED } from './history.ts'

/** A log, the storage beside it, and a request in that storage. */
export interface OpenedLog {
  log: EventLog
  storage: Storage
  id: string
}

const envelopes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => JSON.stringify({ index: from + index, text: '– 🪸 \n' }))
const part = (from: number, to: number) => chunkOf(from, envelopes(from, to))

/** The same as a feed in memory hands it over, front coded. */
function packed(from: number, to: number): Chunk {
  const all = envelopes(from, to)
  const writer = new LineWriter(Buffer.alloc(all.reduce((sum, json) => sum + mostBytesOf(json), 0)))
  for (const json of all) writer.write(json)
  return { first: from, count: all.length, lines: writer.block.subarray(0, writer.used - 1) }
}

/** What every event log must do. */
export function logSuite(open: () => Promise<OpenedLog>, chunkFor: 'plain' | 'packed' = 'packed'): void {
  const chunk = chunkFor === 'packed' ? packed : part

  async function begin() {
    const { log, storage, id } = await open()
    const claim = async (): Promise<Claim> => {
      const run = await storage.runs.claim(id, { engine: undefined, now: 1 })
      if (!run) throw new Error('it could not be claimed')
      return run.job.claim
    }
    const settle = (by: Claim, unwritten: readonly Chunk[] = []) =>
      storage.admission.settle({ ...ENDED, ...by, unwritten, status: 'completed', refund: false, now: 1 })
    return { log, id, claim, settle }
  }
  const readFrom = async (log: EventLog, id: string, index: number) => {
    const read: string[] = []
    for (let more = await log.read(id, index); more; more = await log.read(id, index + read.length)) read.push(...more)
    return read
  }

  it('gives back what was written, from any index on', async () => {
    const { log, id, claim } = await begin()
    const owner = await claim()
    expect(await log.write(owner, chunk(0, 3))).toBe(true)
    expect(await log.write(owner, chunk(3, 5))).toBe(true)
    expect(await log.length(id)).toBe(5)
    for (const index of [0, 2, 3, 4]) expect(await readFrom(log, id, index)).toEqual(envelopes(index, 5))
    expect(await log.read(id, 5)).toBeUndefined()
  })

  it('has nothing of a request that it does not know', async () => {
    const { log } = await begin()
    expect([await log.read('req_none', 0), await log.length('req_none')]).toEqual([undefined, 0])
  })

  it('takes nothing twice', async () => {
    const { log, id, claim } = await begin()
    const owner = await claim()
    for (let times = 0; times < 2; times += 1) expect(await log.write(owner, chunk(0, 3))).toBe(true)
    expect(await readFrom(log, id, 0)).toEqual(envelopes(0, 3))
  })

  it('refuses an earlier owner once a later one has written', async () => {
    const { log, id, claim } = await begin()
    const first = await claim()
    await log.write(first, chunk(0, 2))
    const second = await claim()
    expect(await log.write(second, chunk(2, 3))).toBe(true)
    expect(await log.write(first, chunk(3, 4))).toBe(false)
    expect(await readFrom(log, id, 0)).toEqual(envelopes(0, 3))
  })

  it('goes on with what was stored together with the end', async () => {
    const { log, id, claim, settle } = await begin()
    const owner = await claim()
    await log.write(owner, chunk(0, 2))
    await settle(owner, [chunk(2, 4)])
    expect(await log.length(id)).toBe(4)
    expect(await readFrom(log, id, 0)).toEqual(envelopes(0, 4))
    expect(await readFrom(log, id, 3)).toEqual(envelopes(3, 4))
  })
}
