import { afterEach, expect, test } from 'vitest'
import { HOSTED_SERVICES, type HostedBatch, type HostedName } from '#hosted/calls.ts'
import { createHostedClient, type HostedOptions } from '#hosted/client.ts'
import { closeServices, type ScriptedServiceOptions, scriptedHosted } from './scripted-service.ts'
import { KEY } from './web-of.ts'

const STREAMED: readonly HostedName[] = ['openai-responses', 'perplexity', 'gemini']
const POLLED: readonly HostedName[] = ['exa', 'tavily']

afterEach(closeServices)

const { signal } = new AbortController()
const TASK = { question: 'What is known of the bridge?', level: 'high' } as const
const REPORT = { text: 'The bridge opened in 1932 [1].', sources: [{ url: 'https://a.example/b', title: 'B' }] }

async function open(
  service: HostedName,
  options: Partial<ScriptedServiceOptions> = {},
  more: Partial<HostedOptions> = {},
) {
  const scripted = await scriptedHosted({ service, reportOf: () => REPORT, ...options })
  const client = () =>
    createHostedClient({ service, baseUrl: scripted.url, apiKey: KEY, pollMs: 1, pauseMs: 1, ...more })
  return { scripted, client }
}

type Client = ReturnType<typeof createHostedClient>

/** All that is told of research from a place on, and where each look went on. */
async function follow(client: Client, id: string, after = '') {
  const batches: HostedBatch[] = []
  for (let place = after; ; ) {
    const batch = await client.next(id, place, signal)
    batches.push(batch)
    if (batch.report) return { batches, events: batches.flatMap(({ events }) => events), report: batch.report }
    place = batch.after
  }
}

test.each(HOSTED_SERVICES)('%s: what it takes of a question, and what comes of it', async (service) => {
  const { scripted, client } = await open(service)
  const one = client()
  const { report } = await follow(one, await one.start(TASK, signal))
  expect(report.text).toContain('The bridge opened in 1932')
  const [{ body } = { body: {} }] = scripted.researches
  expect(body).toMatchObject({ input: TASK.question })
  expect(body).toMatchSnapshot()
})

test.each(STREAMED)(
  '%s: wherever its stream breaks, it goes on behind that, and research begins once',
  async (service) => {
    const whole = await open(service)
    const one = whole.client()
    const { events } = await follow(one, await one.start(TASK, signal))
    expect(events.length).toBeGreaterThanOrEqual(4)
    for (let cutAfter = 1; cutAfter <= 4; cutAfter += 1) {
      const { scripted, client } = await open(service, { cutAfter })
      const broken = client()
      const again = await follow(broken, await broken.start(TASK, signal))
      const told = (all: typeof events) => all.map((event) => JSON.stringify(event))
      expect(told(again.events)).toEqual(told(events))
      expect(scripted.counts).toMatchObject({ start: 1 })
    }
  },
)

test.each(HOSTED_SERVICES)('%s: another process goes on with research by its id', async (service) => {
  const { scripted, client } = await open(service, { finishes: false })
  const first = client()
  const id = await first.start(TASK, signal)
  const before = STREAMED.includes(service) ? await first.next(id, '', signal) : { events: [], after: '' }
  await first.close()
  const next = client()
  const following = follow(next, id, before.after)
  scripted.finish()
  const { report, events } = await following
  expect(report.text).toContain('1932')
  for (const event of before.events) expect(events).not.toContainEqual(event)
  expect(scripted.counts.start).toBe(1)
})

test.each(HOSTED_SERVICES)(
  '%s: research that it did not take is asked for again, and none is begun twice',
  async (service) => {
    const busy = await open(service, {
      mishap: (kind, count) => (kind === 'start' && count <= 2 ? { status: count === 1 ? 429 : 503 } : undefined),
    })
    await busy.client().start(TASK, signal)
    expect(busy.scripted.researches).toHaveLength(1)
    const torn = await open(service, { mishap: (kind) => (kind === 'start' ? 'cut' : undefined) })
    await expect(torn.client().start(TASK, signal)).rejects.toMatchObject({ name: 'ModelFailure', reason: 'cut' })
    expect(torn.scripted.counts.start).toBe(1)
    const broken = await open(service, { mishap: (kind) => (kind === 'start' ? { status: 500 } : undefined) })
    await expect(broken.client().start(TASK, signal)).rejects.toMatchObject({ reason: 'server' })
    expect(broken.scripted.counts.start).toBe(1)
  },
)

test.each(HOSTED_SERVICES)('%s: a look that fails is made again', async (service) => {
  const { scripted, client } = await open(service, {
    mishap: (kind, count) => (kind === 'state' && count <= 2 ? { status: count === 1 ? 500 : 429 } : undefined),
  })
  const one = client()
  const { report } = await follow(one, await one.start(TASK, signal))
  expect(report.text).toContain('1932')
  expect(scripted.counts.start).toBe(1)
})

test.each(HOSTED_SERVICES)('%s: research that failed there says why, without the key', async (service) => {
  const { client } = await open(service, { fault: `the budget of ${KEY} is used up` })
  const one = client()
  const id = await one.start(TASK, signal)
  const failure: unknown = await follow(one, id).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'ModelFailure', reason: 'cut' })
  expect(String(failure)).toContain('ended the research')
  expect(String(failure)).not.toContain(KEY)
})

test.each(HOSTED_SERVICES)('%s: a key that it rejects is said to be that', async (service) => {
  const { client } = await open(service, {
    mishap: () => ({ status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}` } } }),
  })
  const failure: unknown = await client()
    .start(TASK, signal)
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ reason: 'key' })
  expect(String(failure)).not.toContain(KEY)
})

test.each([...STREAMED, 'exa'] as const)(
  '%s: research is ended there, also where its id comes late',
  async (service) => {
    const { scripted, client } = await open(service, { finishes: false })
    const one = client()
    await one.cancel(await one.start(TASK, signal))
    expect(scripted.researches[0]?.cancelled).toBe(true)
    const leaving = new AbortController()
    const starting = one.start(TASK, leaving.signal)
    leaving.abort(new Error('nobody waits'))
    await expect(starting).rejects.toThrow('nobody waits')
    await one.close()
    expect(scripted.researches.map(({ cancelled }) => cancelled)).toEqual(scripted.researches.map(() => true))
  },
)

test.each(POLLED)('%s: is looked at until it is over', async (service) => {
  const { scripted, client } = await open(service, { looks: 5 })
  const one = client()
  await follow(one, await one.start(TASK, signal))
  expect(scripted.counts.state).toBeGreaterThanOrEqual(5)
})

test('research is known by its id also where the first message has none', async () => {
  const { scripted, client } = await open('perplexity', { lateId: true })
  const one = client()
  const { report } = await follow(one, await one.start(TASK, signal))
  expect(report.text).toContain('1932')
  expect(scripted.counts.start).toBe(1)
})
