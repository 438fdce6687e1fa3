import type { Requirement } from './requirement.ts'

/** What a response says about the account. */
export const ACCOUNT = [
  {
    id: 'account.headers',
    source: 'decision',
    rule: 'A stream states the credits charged and remaining, the limit of concurrent requests and how many are left.',
  },
  { id: 'account.charged', source: 'decision', rule: 'X-Credits-Charged is the price of the level.' },
  { id: 'account.balance', source: 'decision', rule: 'X-Credits-Remaining falls by the charge.' },
  {
    id: 'account.concurrency',
    source: 'decision',
    rule: 'X-Concurrency-Limit is that of the tier; a stream takes one slot.',
  },
  {
    id: 'account.refusals',
    source: 'decision',
    rule: 'A 402 states the remaining credits and the limit; a 400 does not.',
  },
] as const satisfies readonly Requirement[]
