import { DeepResearch, type DeepResearchOptions } from '@deep-research/sdk'
import { onTestFinished } from 'vitest'
import { type Behaviour, type Loopback, listen } from './loopback.ts'

/** The key of every test's client; no output may show it. */
export const KEY = 'dr_live_0123456789secretsecretsecret'

export const QUERY = { query: 'Why is the sky blue?' }

export interface Setup {
  readonly client: DeepResearch
  readonly server: Loopback
}

/** A client of a server that behaves as told; the server ends with the test. */
export async function clientOf(behave: Behaviour, options: DeepResearchOptions = {}): Promise<Setup> {
  const server = await listen(behave)
  onTestFinished(() => server.close())
  return { server, client: new DeepResearch({ apiKey: KEY, baseURL: server.url, ...options }) }
}

/** What a promise rejects with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  const settled = await Promise.allSettled([promise])
  const [outcome] = settled
  if (outcome.status === 'fulfilled') throw new Error(`Expected a rejection, got ${JSON.stringify(outcome.value)}`)
  return outcome.reason
}
