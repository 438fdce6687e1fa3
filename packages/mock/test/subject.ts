import {
  answer,
  type Clock,
  createMockAccount,
  resumable,
  type Scenario,
  type ScenarioChoice,
  testApiKey,
} from '@deep-research/mock'
import type { Subject } from '../src/conformance/probe.ts'
import { toResponse } from '../src/msw/to-response.ts'
import { createMockService } from '../src/service.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

let now = Date.UTC(2026, 0, 1)

/** Lets so many turns of the event loop pass that research goes on. */
async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets a few turns of the event loop pass for any wait, so that streams overlap; time moves on by what is waited. */
const turns: Clock = {
  now: () => now,
  async sleep(ms, signal) {
    now += ms
    for (let turn = 0; ms > 0 && turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    signal?.throwIfAborted()
  },
}

export const KEYS = { good: testApiKey(), revoked: testApiKey(1), poor: testApiKey(2) }

/** A stream that is in every respect as specified and decided, and can be resumed. */
export const correct = (): Scenario => resumable({ of: answer({ everyMs: 10 }), tornAfter: [] })

/** A whole service behind a `fetch`: one account with credits, one without, nothing of a network. */
export function mockFetch(scenario: ScenarioChoice = correct()): Fetch {
  const rich = createMockAccount({ keys: [KEYS.good], tier: 'pro', addedCredits: 100_000, now: turns.now })
  const poor = createMockAccount({ keys: [KEYS.poor], freeCredits: 0, now: turns.now })
  const services = [rich, poor].map((account) =>
    createMockService({ scenario, account, clock: turns, path: '/v1/research' }),
  )
  return async (url, init) => {
    const request = new Request(url, init)
    const [ofRich, ofPoor] = services
    const service = request.headers.get('x-api-key') === KEYS.poor ? ofPoor : ofRich
    if (service === undefined) throw new Error('There are two services.')
    const response = await toResponse(await service.handle(request), request.signal)
    if (response === undefined) throw new TypeError('fetch failed')
    return response
  }
}

/** A service under test, with everything that makes every rule testable. */
export function subjectOf(fetch: Fetch): Subject {
  return {
    baseURL: 'http://mock.test',
    key: KEYS.good,
    revokedKey: KEYS.revoked,
    poorKey: KEYS.poor,
    tier: 'pro',
    fetch,
    sleep: takeTurns,
    now: turns.now,
  }
}
