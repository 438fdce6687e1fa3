import { expect, it, onTestFinished } from 'vitest'
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
function start({
  takenWithinMs,
  own = true,
  add = async () => {},
}: {
  takenWithinMs: number
  own?: boolean
  add?: () => Promise<void>
}) {
  const heard = Promise.withResolvers<News>()
  const ends: JobEnd[] = []
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
    presence: { note: async () => {}, left: async () => {} },
    ...{ cancel: async () => {}, clock: systemClock, log: silentLog, takenWithinMs },
  })
  onTestFinished(() => jobs.close())
  const { feed, start } = jobs.prepare(job)
  const started = start(async (end) => {
    ends.push(end)
    return { last: own ? end.last : undefined, own }
  })
  return { feed, started, ends, news: heard.promise }
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
