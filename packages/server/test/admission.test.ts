import { REASONING_LEVELS, type ReasoningLevel, type Tier } from '@deep-research/sdk/contract'
import { describe, expect, it } from 'vitest'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'
import { readerOf, readStream } from './support/stream.ts'

const instantly = () => createScriptedEngine((run) => run.complete())

describe('slots', () => {
  it.each<[Tier, number]>([
    ['free', 1],
    ['pro', 3],
    ['scale', 5],
  ])('of tier %s: 200 requests at once, %i streams', async (tier, slots) => {
    const service = await startTestService()
    const { key, account } = await service.join(tier)
    const responses = await Promise.all(Array.from({ length: 200 }, () => service.post(key, ask())))
    const streams = responses.filter(({ status }) => status === 200)
    const refused = responses.filter(({ status }) => status === 429)
    expect([streams.length, refused.length]).toEqual([slots, 200 - slots])
    for (const response of refused) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(await response.json()).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED', type: 'rate_limit_error' } })
    }
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 300 - 10 * slots })
    for (let run = 0; run < slots; run += 1) (await service.engine.nextRun()).complete()
    for (const stream of streams) expect((await readStream(stream)).data.at(-1)).toBe('[DONE]')
  })

  it('are free as soon as the last event is seen', async () => {
    const service = await startTestService({ engine: instantly() })
    const { key } = await service.join()
    for (let round = 0; round < 10; round += 1) {
      const response = await service.post(key, ask())
      expect(response.status).toBe(200)
      await readStream(response)
    }
  })

  it('of other accounts are their own, and a lowered tier stops nothing', async () => {
    const service = await startTestService()
    const pro = await service.join('pro')
    const free = await service.join('free')
    const streams = [await service.post(pro.key, ask()), await service.post(pro.key, ask())]
    await service.manage.setTier(pro.account, 'free')
    expect((await service.post(pro.key, ask())).status).toBe(429)
    streams.push(await service.post(free.key, ask()))
    for (let run = 0; run < 3; run += 1) (await service.engine.nextRun()).complete()
    for (const stream of streams) expect((await readStream(stream)).data.at(-1)).toBe('[DONE]')
  })

  it('tell when one of them is likely to be free', async () => {
    let now = Date.UTC(2026, 0, 1)
    const service = await startTestService({ clock: { now: () => now } })
    const { key } = await service.join()
    const first = await service.post(key, ask())
    now += 42_000
    ;(await service.engine.nextRun()).complete()
    await readStream(first)
    const second = await service.post(key, ask())
    now += 30_500
    const refused = await service.post(key, ask())
    expect([second.status, refused.status, refused.headers.get('retry-after')]).toEqual([200, 429, '12'])
  })
})

describe('credits', () => {
  it.each(Object.entries(REASONING_LEVELS))(
    'level %s costs its price, before research begins',
    async (level, { credits }) => {
      const service = await startTestService()
      const { key, account } = await service.join()
      const response = await service.post(key, ask({ reasoning_level: level as ReasoningLevel }))
      expect(await service.manage.showCredits(account)).toMatchObject({ free: 300 - credits })
      const run = await service.engine.nextRun()
      expect(run.task).toEqual({ query: ask().query, level })
      run.complete()
      await readStream(response)
      expect(await service.manage.showCredits(account)).toMatchObject({ free: 300 - credits })
    },
  )

  it('that do not reach are refused until the renewal, and top-ups help at once', async () => {
    let now = Date.UTC(2026, 0, 31, 12)
    const service = await startTestService({ engine: instantly(), clock: { now: () => now } })
    const { key, account } = await service.join()
    const post = (reasoning_level: ReasoningLevel) => service.post(key, ask({ reasoning_level }))
    for (let request = 0; request < 15; request += 1) await readStream(await post('high'))
    now = Date.UTC(2026, 1, 28, 11, 59, 58, 500)
    const refused = await post('low')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([402, '2'])
    expect(await refused.json()).toMatchObject({
      error: { type: 'insufficient_credits_error', code: 'INSUFFICIENT_CREDITS' },
    })
    await service.manage.grantCredits(account, 15)
    expect((await readStream(await post('medium'))).data.at(-1)).toBe('[DONE]')
    expect((await post('low')).status).toBe(402)
    now = Date.UTC(2026, 1, 28, 12)
    await readStream(await post('low'))
    expect(await service.manage.showCredits(account)).toMatchObject({
      free: 290,
      added: 0,
      nextRenewal: Date.UTC(2026, 2, 31, 12),
    })
  })

  it('of 25 admit exactly two of 50 low requests at once, and the ledger adds up', async () => {
    const service = await startTestService({ engine: instantly() })
    const { key, account } = await service.join('scale')
    // 300 - 19 × 15 + 10
    await service.manage.grantCredits(account, 10)
    for (let request = 0; request < 19; request += 1) {
      await readStream(await service.post(key, ask({ reasoning_level: 'medium' })))
    }
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 15, added: 10 })
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => {
        // A slot that is taken for the moment is asked for again, as Retry-After says; credits are what is counted.
        for (;;) {
          const response = await service.post(key, ask())
          await response.text()
          if (response.status !== 429) return response.status
        }
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
    expect(statuses.filter((status) => status === 402)).toHaveLength(48)
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 0, added: 5 })
  })

  it('never go below zero: 200 at once with a balance for 2', async () => {
    const service = await startTestService({ engine: instantly() })
    const { key, account } = await service.join('scale')
    for (let request = 0; request < 14; request += 1) {
      await readStream(await service.post(key, ask({ reasoning_level: 'high' })))
    }
    let completed = 0
    const responses = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const response = await service.post(key, ask())
        const last = response.status === 200 ? (await readStream(response)).data.at(-1) : undefined
        if (last === '[DONE]') completed += 1
        return response.status
      }),
    )
    expect(completed).toBe(2)
    expect(responses.filter((status) => status === 200)).toHaveLength(2)
    expect(responses.filter((status) => status !== 402 && status !== 429)).toHaveLength(2)
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 0, added: 0 })
  })
})

describe('a client that goes away', () => {
  it('ends its research, frees the slot and keeps the charge', async () => {
    const service = await startTestService({ environment: { DISCONNECT_GRACE_MS: '0' } })
    const { key, account } = await service.join()
    const controller = new AbortController()
    const response = await service.post(key, ask(), { signal: controller.signal })
    const run = await service.engine.nextRun()
    run.tell({ type: 'answer', content: 'Corals' })
    await readerOf(response).read()
    controller.abort()
    await run.left
    expect(run.signal.aborted).toBe(true)
    const next = await postUntilAdmitted(() => service.post(key, ask()))
    ;(await service.engine.nextRun()).complete()
    await readStream(next)
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 280 })
  })

  it('while the engine does not listen, frees the slot all the same', async () => {
    const engine = createScriptedEngine()
    const deaf = {
      ...engine,
      research: (task: never) => engine.research(task, { signal: new AbortController().signal }),
    }
    const service = await startTestService({ engine: deaf, environment: { DISCONNECT_GRACE_MS: '0' } })
    const { key } = await service.join()
    const controller = new AbortController()
    await service.post(key, ask(), { signal: controller.signal })
    controller.abort()
    await postUntilAdmitted(() => service.post(key, ask()))
  })
})

/** The disconnect is seen a moment after the client's abort; what is awaited is that it is seen at all. */
async function postUntilAdmitted(post: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await post()
    if (response.status === 200) return response
    expect(response.status).toBe(429)
    await response.text()
  }
}
