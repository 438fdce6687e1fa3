import {
  answer,
  type Clock,
  createMockAccount,
  defineScenario,
  failed,
  lateHead,
  resumable,
  type Scenario,
  systemClock,
} from '@deep-research/mock'
import { type ConformanceReport, type RequirementId, runConformance } from '@deep-research/mock/conformance'
import { type MockServer, startMockServer } from '@deep-research/mock/node'
import { expect, test } from 'vitest'
import { createProbe, type Subject } from '../src/conformance/probe.ts'
import { CASES } from '../src/conformance/suite.ts'
import { correct, KEYS, mockFetch, subjectOf } from './subject.ts'

/** A service on a real port: one account with credits and three slots, one without credits. */
async function start(scenario: Scenario, clock: Clock = systemClock): Promise<MockServer> {
  const account = createMockAccount({ keys: [KEYS.good], tier: 'pro', addedCredits: 100_000 })
  const server = await startMockServer({ scenario, account, clock })
  server.scope({ apiKey: KEYS.poor, account: createMockAccount({ keys: [KEYS.poor], freeCredits: 0 }) })
  return server
}

const subjectAt = ({ url }: MockServer, more: Partial<Subject> = {}): Subject => ({
  baseURL: url,
  key: KEYS.good,
  revokedKey: KEYS.revoked,
  poorKey: KEYS.poor,
  tier: 'pro',
  ...more,
})

const brokenIn = ({ verdicts }: ConformanceReport) =>
  verdicts.flatMap((verdict) => (verdict.outcome === 'broken' ? [[verdict.id, verdict.evidence]] : []))

test('a service that answers in a millisecond breaks no rule', async () => {
  await using server = await start(resumable({ of: answer(), tornAfter: [] }))
  for (let run = 0; run < 2; run += 1) expect(brokenIn(await runConformance(subjectAt(server)))).toEqual([])
})

/** Everything takes twenty times as long. */
const slowed: Clock = { now: () => systemClock.now(), sleep: (ms, signal) => systemClock.sleep(ms * 20, signal) }

test('a service that is slowed twenty times breaks no rule', async () => {
  await using server = await start(
    resumable({ of: lateHead({ of: answer({ everyMs: 1 }), ms: 10 }), tornAfter: [] }),
    slowed,
  )
  expect(brokenIn(await runConformance(subjectAt(server)))).toEqual([])
}, 60_000)

test('a service whose streams take longer than one request may breaks no rule, and the report says so', async () => {
  await using server = await start(resumable({ of: answer({ everyMs: 5 }), tornAfter: [] }), slowed)
  const report = await runConformance(subjectAt(server, { timeoutMs: 400, sleep: async () => undefined }))
  expect(brokenIn(report)).toEqual([])
  const done = report.verdicts.find(({ id }) => id === 'stream.done')
  expect(done).toMatchObject({ outcome: 'not-testable', reason: expect.stringContaining('400 ms') })
}, 60_000)

/** How research ends that is made to end. */
type End = 'completed' | 'failed'

/** Research that takes its time until it is made to end. */
function createEnding(end: End) {
  let hurry = Promise.withResolvers<void>()
  let hurried = false
  const clock: Clock = {
    now: () => systemClock.now(),
    sleep: (ms, signal) => (hurried ? Promise.resolve() : Promise.race([hurry.promise, systemClock.sleep(ms, signal)])),
  }
  const whole = answer({ everyMs: 10 })
  function* steps(exchange: Parameters<Scenario['reply']>[0]) {
    const reply = whole.reply(exchange)
    if (reply.kind !== 'stream') return
    for (const step of reply.steps) {
      if (hurried && end === 'failed') {
        yield {
          kind: 'event',
          type: 'research.failed',
          data: { error: { type: 'x', code: 'RESEARCH_FAILED', message: 'x' } },
        } as const
        return
      }
      yield step
    }
  }
  const runs = (server: MockServer) => server.requests.filter(({ outcome }) => outcome === 'open').length
  return {
    clock,
    scenario: resumable({ of: defineScenario({ name: 'ending', steps }), tornAfter: [] }),
    runs,
    /** Ends all research that runs. */
    async endAll(server: MockServer) {
      hurried = true
      hurry.resolve()
      while (runs(server) > 0) await new Promise((resolve) => setImmediate(resolve))
      hurry = Promise.withResolvers()
      hurried = false
    },
  }
}

test.each<End>(['completed', 'failed'])(
  'research that %s between any two requests breaks no rule',
  async (end) => {
    const ending = createEnding(end)
    await using server = await start(ending.scenario, ending.clock)
    let sent = 0
    let endBefore: number | undefined
    const whileRunning: number[] = []
    const subject = subjectAt(server, {
      async fetch(url, init) {
        sent += 1
        if (sent === endBefore) await ending.endAll(server)
        else if (endBefore === undefined && ending.runs(server) > 0) whileRunning.push(sent)
        return fetch(url, init)
      },
    })
    const probe = createProbe(subject)
    const broken: unknown[] = []
    let swept = 0
    const judge = async (id: RequirementId, at: number | undefined) => {
      sent = 0
      endBefore = at
      const finding = await CASES[id](probe)
      if (finding.outcome === 'broken') broken.push([id, at, finding.evidence])
    }
    for (const id of Object.keys(CASES) as RequirementId[]) {
      whileRunning.length = 0
      await judge(id, undefined)
      for (const at of [...whileRunning]) {
        await judge(id, at)
        swept += 1
      }
    }
    expect(broken).toEqual([])
    expect(swept).toBeGreaterThan(10)
  },
  60_000,
)

const fail = (): never => {
  throw new Error('Only research that was chosen is resumed.')
}

test('a service of which any one research fails breaks no rule', async () => {
  const broken: unknown[] = []
  const [sound, failing] = [correct(), resumable({ of: failed({ after: 1 }), tornAfter: [] })]
  let asked = Number.POSITIVE_INFINITY
  for (let failure = 0; failure < asked; failure += 1) {
    asked = 0
    const chosen = new WeakMap<object, Scenario>()
    const one: Scenario = {
      name: 'one-fails',
      reply(exchange) {
        // An attempt that comes again has its scenario.
        const scenario = chosen.get(exchange) ?? (asked++ === failure ? failing : sound)
        chosen.set(exchange, scenario)
        return scenario.reply(exchange)
      },
      resume: (exchange, after) => (chosen.get(exchange)?.resume ?? fail)(exchange, after),
    }
    const report = await runConformance(subjectOf(mockFetch(one)))
    broken.push(...brokenIn(report).map((verdict) => [failure, ...verdict]))
  }
  expect(broken).toEqual([])
  expect(asked).toBeGreaterThan(5)
}, 60_000)
