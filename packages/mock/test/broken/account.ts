import type { Fetch } from '../subject.ts'
import { headless, replying, type Servers } from './break.ts'

/** A server that counts down by something else. */
function miscounting(): Fetch {
  let left = 100_000
  return replying(
    () => true,
    (response) => {
      if (!response.headers.has('x-credits-charged')) return response
      left -= 1
      const headers = new Headers(response.headers)
      headers.set('x-credits-remaining', String(left))
      return new Response(response.body, { status: response.status, headers })
    },
  )
}

const silent = (status: number, name: string): Fetch =>
  replying(
    () => true,
    (response) => {
      if (response.status !== status) return response
      const headers = new Headers(response.headers)
      headers.delete(name)
      return new Response(response.body, { status, headers })
    },
  )

/** Per rule on what a response tells of the account, servers that break it. */
export const brokenAccount = {
  'account.headers': {
    'does not say what it cost': headless('x-credits-charged'),
    'does not say what is left': headless('x-credits-remaining'),
    'has half credits': headless('x-credits-remaining', '12.5'),
    'does not say how many at once': headless('x-concurrency-limit'),
    'does not say how many more': headless('x-concurrency-remaining', 'some'),
  },
  'account.charged': {
    'says the same for all': headless('x-credits-charged', '15'),
    'says nothing cost': headless('x-credits-charged', '0'),
  },
  'account.balance': {
    'says what it began with': headless('x-credits-remaining', '300'),
    'counts requests': miscounting(),
  },
  'account.concurrency': {
    'has the limit of another tier': headless('x-concurrency-limit', '5'),
    'does not count the stream itself': headless('x-concurrency-remaining', '3'),
  },
  'account.refusals': {
    'does not say what is left': silent(402, 'x-credits-remaining'),
    'does not say how many at once': silent(402, 'x-concurrency-limit'),
    'charges for it': headless('x-credits-charged', '0'),
    'tells whoever is wrong': headless('x-concurrency-limit', '3'),
  },
} satisfies Servers
