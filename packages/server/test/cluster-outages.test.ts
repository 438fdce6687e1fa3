import { expect, it, vi } from 'vitest'
import { onCluster, type Servers } from './support/cluster.ts'
import { FOREVER, idOf, nextRun, startNodes } from './support/cluster-nodes.ts'
import { answerOf, RESULT, type Run } from './support/scripted-engine.ts'
import { ask } from './support/service.ts'
import { readerOf, readStream, readUntil } from './support/stream.ts'

const PIECES = answerOf(RESULT.answer)

/** Tells the rest of an answer. */
function finish(run: Run, from: number): void {
  run.tell(...PIECES.slice(from), { type: 'completed', result: RESULT })
  run.stop()
}

/** Starts nodes and a request, of whose answer the client has read the first two pieces. */
async function beginAnswer(servers: Servers) {
  const { first, second, workers } = await startNodes(servers)
  const { key } = await first.join()
  const response = await first.post(key, ask())
  expect(response.status).toBe(200)
  const run = await nextRun(workers)
  run.tell(...PIECES.slice(0, 2))
  const reader = readerOf(response)
  const begun = await readUntil(reader, '"sequence":1')
  return { second, key, response, run, reader, begun }
}

const resuming = (response: Response, after = 0) => ({
  'x-research-resume': idOf(response),
  'last-event-id': String(after),
})

onCluster('several processes without Redis, or with another one than before,', (servers) => {
  it('refuse and refund what cannot be given to a worker, and recover by themselves', async () => {
    const { first, workers } = await startNodes(servers())
    const { key, account } = await first.join()
    const { redis } = servers()
    await redis.kill()
    const refused = await first.post(key, ask())
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([502, true])
    expect(await first.manage.showCredits(account)).toMatchObject({ free: 300 })
    await redis.goOn()
    await vi.waitUntil(async () => (await first.post(key, ask())).status === 200, { timeout: 10_000, interval: 200 })
    ;(await nextRun(workers)).complete()
  })

  it('lose no event when Redis loses everything, and leave nothing in it that stays', async () => {
    const { second, key, response, run, reader, begun } = await beginAnswer(servers())
    const { client } = servers().redis
    await client.flushall()
    run.tell(...PIECES.slice(2, 4))
    const more = await readUntil(reader, '"sequence":3')
    const resumed = second.post(key, '', { headers: { 'x-research-resume': idOf(response) } }).then(readStream)
    finish(run, 4)
    const whole = begun + more + (await readUntil(reader, '[DONE]'))
    expect((await resumed).text).toBe(whole)
    const keys = (await client.keys('dr:{*')) ?? []
    expect(keys.length).toBeGreaterThan(0)
    for (const name of keys) expect(await client.pttl(name)).not.toBe(FOREVER)
  })

  it('give a whole stream again that Redis has lost since its end', async () => {
    const { first, second, workers } = await startNodes(servers())
    const { key } = await first.join()
    const response = await first.post(key, ask())
    expect(response.status).toBe(200)
    finish(await nextRun(workers), 0)
    const whole = await readStream(response)
    await servers().redis.client.flushall()
    const again = (after: number) => second.post(key, '', { headers: resuming(response, after) }).then(readStream)
    expect((await again(0)).text).toBe(whole.text)
    expect((await again(3)).data).toEqual(whole.data.slice(3))
  })

  it('give a whole stream of which Redis never got the end, and then lost the beginning', async () => {
    const { second, key, response, run, reader, begun } = await beginAnswer(servers())
    const { redis } = servers()
    await redis.kill()
    finish(run, 2)
    const whole = begun + (await readUntil(reader, '[DONE]'))
    const again = () => second.post(key, '', { headers: resuming(response) }).then(readStream)
    expect((await again()).text).toBe(whole)
    await redis.goOn()
    await redis.client.flushall()
    expect((await again()).text).toBe(whole)
  })
})
