import { expect, it, onTestFinished, vi } from 'vitest'
import type { Job, JobEnd } from '../src/jobs/ports.ts'
import { createQueuedJobs } from '../src/jobs/queue/queued-jobs.ts'
import type { News } from '../src/jobs/redis/news.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'

const job: Job = {
  claim: { id: 'req_1', epoch: 0 },
  task: { query: 'q', level: 'low' },
  envelopes: { requestId: 'mine', includeThinking: false, includeToolCalls: false, metadata: undefined },
  attended: true,
}

/** Jobs whose queue takes everything, and the news of the request. `own`: whether it can still be ended from here. */
function start(options: { takenWithinMs: number; own?: boolean; add?: () => Promise<void> }) {
  const { own = true } = options
  const { jobs, news } = open(options)
  const ends: JobEnd[] = []
  const { feed, start } = jobs.prepare(job)
  const started = start(async (_claim, end) => {
    ends.push(end)
    return { last: own ? end.last : undefined, own }
  })
  return { feed, started, ends, news }
}

function open({ takenWithinMs = 60_000, add = async () => {} }: { takenWithinMs?: number; add?: () => Promise<void> }) {
  const heard = Promise.withResolvers<News>()
  const jobs = createQueuedJobs({
    queue: { add },
    events: {
      ...{ write: async () => true, read: async () => undefined, length: async () => 0, lengths: async () => [] },
      ...{ fence: async () => 0, expire: async () => {}, sweep: async () => {} },
    },
    runs: { ended: async () => new Map() },
    desk: {
      async listen(_id, news) {
        heard.resolve(news)
        return () => {}
      },
    },
    presence: { joined: async () => {}, left: async () => {}, renew: async () => {} },
    ...{ cancel: async () => {}, clock: systemClock, log: silentLog, takenWithinMs },
  })
  onTestFinished(() => jobs.close())
  return { jobs, news: heard.promise }
}

const REFUNDED = { outcome: { status: 'failed', code: 'PROXY_ERROR' }, position: 0 }

it('refuses and refunds a request that no worker takes in time', async () => {
  const { started, ends } = start({ takenWithinMs: 10 })
  expect(await started).toBe(false)
  expect(ends).toMatchObject([REFUNDED])
})

it('leaves a request alone that a worker took although nobody heard of it', async () => {
  expect(await start({ takenWithinMs: 10, own: false }).started).toBe(true)
})

it.each<[string, (news: News) => void]>([
  ['is taken', (news) => news.onTaken()],
  ['has events', (news) => news.onEvents(0, ['{}'])],
  ['has ended', (news) => news.onEnd({ position: 0, last: '{}' })],
])('begins a stream as soon as the request %s', async (_, tell) => {
  const { started, ends, news } = start({ takenWithinMs: 60_000 })
  tell(await news)
  expect(await started).toBe(true)
  expect(ends).toEqual([])
})

it('refuses a request that the queue does not take, unless a worker has it all the same', async () => {
  const add = () => Promise.reject(new Error('no answer'))
  const refused = start({ takenWithinMs: 10, add })
  expect(await refused.started).toBe(false)
  expect(refused.ends).toMatchObject([REFUNDED])
  expect(await start({ takenWithinMs: 10, add, own: false }).started).toBe(true)
})

/** Lets streams be looked after several times. */
async function lookOften() {
  await vi.advanceTimersByTimeAsync(10_000)
}

it('follows a request for as long as it takes to let it in', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { jobs, news } = open({})
  const { feed, start } = jobs.prepare(job)
  await lookOften()
  const started = start(async (_claim, { last }) => ({ last, own: true }))
  ;(await news).onEvents(0, ['{}'])
  expect(await started).toBe(true)
  expect([feed.state, feed.length]).toEqual(['running', 1])
})

it('cuts off whoever comes too late to read what was given up', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const feed = open({}).jobs.follow('req_2')
  await lookOften()
  expect(feed?.state).toBe('cut')
})
