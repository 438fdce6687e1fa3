import { expect, it, onTestFinished } from 'vitest'
import { chunkOf } from '../src/jobs/chunk.ts'
import { LogGapError } from '../src/jobs/log-gap-error.ts'
import { connectForCommands, connectForMessages } from '../src/jobs/redis/connect.ts'
import { createRedisEventLog } from '../src/jobs/redis/event-log.ts'
import { keysOf } from '../src/jobs/redis/keys.ts'
import { announceEnd, announceTaken, createNewsDesk } from '../src/jobs/redis/news.ts'
import { onCluster } from './support/cluster.ts'

const envelopes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => JSON.stringify({ index: from + index, text: '– 🪸 \n' }))
const part = (from: number, to: number) => chunkOf(from, envelopes(from, to))
const [first, second] = [1, 2].map((epoch) => ({ id: 'req_1', epoch })) as [
  { id: string; epoch: number },
  { id: string; epoch: number },
]

onCluster('the event log in Redis', (servers) => {
  const open = async () => {
    const { url, client } = servers().redis
    await client.flushall()
    const commands = connectForCommands(url)
    const messages = connectForMessages(url)
    onTestFinished(() => {
      commands.disconnect()
      messages.disconnect()
    })
    await new Promise((resolve) => commands.once('ready', resolve))
    return { commands, desk: createNewsDesk(messages), log: createRedisEventLog(commands, { keptMs: 60_000 }) }
  }

  it('gives back what was written, from any index on, and takes nothing twice', async () => {
    const { log } = await open()
    expect(await log.write(first, part(0, 3))).toBe(true)
    expect(await log.write(first, part(0, 3))).toBe(true)
    expect(await log.write(first, part(1, 5))).toBe(true)
    expect(await log.length('req_1')).toBe(5)
    for (const index of [0, 2, 4]) expect(await log.read('req_1', index)).toEqual(envelopes(index, 5))
    expect(await log.read('req_1', 5)).toBeUndefined()
    expect(await log.read('req_none', 0)).toBeUndefined()
    expect(await log.lengths(['req_1', 'req_none'])).toEqual([5, 0])
  })

  it('refuses earlier epochs, from the first write of a later one or its fence on', async () => {
    const { log } = await open()
    await log.write(first, part(0, 2))
    expect(await log.fence(second)).toBe(2)
    expect(await log.write(first, part(2, 3))).toBe(false)
    expect(await log.fence(first)).toBeUndefined()
    expect(await log.write(second, part(2, 3))).toBe(true)
    const other = { id: 'req_2', epoch: 5 }
    await log.write(other, part(0, 1))
    expect(await log.write({ ...other, epoch: 4 }, part(1, 2))).toBe(false)
    expect([await log.length('req_1'), await log.length('req_2')]).toEqual([3, 1])
  })

  it('is forgotten some time after its last events, also if another owner goes on with it', async () => {
    const { commands, log } = await open()
    const keys = async () => [...(await commands.keys('dr:{*'))].toSorted()
    const lifetimes = async () => Promise.all((await keys()).map((name) => commands.pttl(name)))
    await log.fence(second)
    await log.write(second, part(0, 2))
    expect(await keys()).toHaveLength(2)
    for (const ms of await lifetimes()) expect(ms).toBeGreaterThan(50_000)
    for (const name of await keys()) await commands.pexpire(name, 20_000)
    await log.write(second, part(2, 3))
    for (const ms of await lifetimes()) expect(ms).toBeLessThanOrEqual(20_000)
    await log.write(second, part(3, 70))
    for (const ms of await lifetimes()) expect(ms).toBeGreaterThan(50_000)
    for (const name of await keys()) await commands.pexpire(name, 20_000)
    await log.write({ ...second, epoch: 3 }, part(70, 71))
    for (const ms of await lifetimes()) expect(ms).toBeGreaterThan(50_000)
  })

  it('leaves no hole: what is missing has to be written first', async () => {
    const { log } = await open()
    await log.write(first, part(0, 2))
    await expect(log.write(first, part(3, 4))).rejects.toThrow(LogGapError)
    await expect(log.write(first, part(3, 4))).rejects.toMatchObject({ length: 2 })
    expect(await log.length('req_1')).toBe(2)
  })

  it('gives what is written in one turn to Redis as few commands, each of which says how each request fared', async () => {
    const { log, commands } = await open()
    const claims = Array.from({ length: 50 }, (_, index) => ({ id: `req_${index}`, epoch: 1 }))
    await log.fence({ id: 'req_1', epoch: 2 })
    await commands.set(keysOf('req_2').state, 'of another kind')
    await commands.config('RESETSTAT')
    const writes = claims.map((claim, index) => log.write(claim, part(index === 3 ? 1 : 0, 30)))
    const fared = (await Promise.allSettled(writes)).map((one) => (one.status === 'fulfilled' ? one.value : one.reason))
    expect(fared[1]).toBe(false)
    expect(fared[2].message).toMatch(/Redis did not take events: .*wrong kind/i)
    expect(fared[3]).toBeInstanceOf(LogGapError)
    expect(fared.filter((one) => one === true)).toHaveLength(47)
    // A command carries at most 1,024 envelopes of the 1,499.
    const calls = /cmdstat_eval(?:sha)?:calls=(\d+)/.exec(await commands.info('commandstats'))?.[1]
    expect(Number(calls)).toBe(2)
    for (const { id } of claims.slice(4)) expect(await log.length(id)).toBe(30)
    expect(await log.read('req_49', 0)).toEqual(envelopes(0, 30))
  })

  it('announces who has it, each envelope once, and the end', async () => {
    const { log, desk, commands } = await open()
    const told: unknown[] = []
    const leave = await desk.listen('req_1', {
      onEvents: (from, all) => told.push([from, ...all]),
      onEnd: (end) => told.push(end),
      onTaken: () => told.push('taken'),
      onGap: () => {},
    })
    await announceTaken(commands, 'req_1')
    await log.write(first, part(0, 2))
    await log.write(first, part(1, 4))
    await announceEnd(commands, 'req_1', { position: 4, last: '{"end":1}' })
    const everything = ['taken', [0, ...envelopes(0, 2)], [2, ...envelopes(2, 4)], { position: 4, last: '{"end":1}' }]
    await expect.poll(() => told).toEqual(everything)
    leave()
    await log.write(first, part(4, 5))
    await announceEnd(commands, 'req_2', { position: 0, last: '{}' })
    expect(told).toEqual(everything)
  })
})
