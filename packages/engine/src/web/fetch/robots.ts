import { ThreadFailure } from '#threads/failure.ts'
import type { PageThreads } from '../reading/page-threads.ts'
import { FetchFailure } from './failure.ts'
import { FETCH_LIMITS, type GuardedFetch } from './guarded-fetch.ts'

/** Milliseconds that a site's rules are good for; RFC 9309 allows a day. */
const FRESH = 60 * 60_000
/** Sites that are remembered: a bound. */
const MOST_SITES = 500
/** RFC 9309 wants 500 kibibytes to be read. The page has to be read as well in its time. */
const LIMITS = { bytes: 500 * 1024, ms: FETCH_LIMITS.ms / 2 }

/** Milliseconds to find what a site's rules say of an address: honest ones take a few. */
const RULES_MS = 2_000
/** Bytes of robots.txt that are remembered. */
const MOST_BYTES = 16 * 1024 * 1024

/** The robots.txt of a site, or what holds without one. */
type Rules = Uint8Array | 'all' | 'none'

/**
 * Fetches each site's robots.txt from time to time, following RFC 9309: if there is none everything is allowed, and if
 * the server fails nothing is.
 */
export function createRobots(
  fetch: GuardedFetch,
  threads: PageThreads,
  userAgent: string,
): (url: URL, signal: AbortSignal) => Promise<boolean> {
  const known = new Map<string, { rules: Promise<Rules>; until: number }>()
  let bytes = 0
  const makeRoom = (more: number) => {
    bytes += more
    if (bytes <= MOST_BYTES) return
    known.clear()
    bytes = 0
  }
  const rulesOf = (origin: string, signal: AbortSignal): Promise<Rules> => {
    const before = known.get(origin)
    if (before && before.until > performance.now()) return before.rules
    const rules = askRules(fetch, origin, signal)
    known.delete(origin)
    known.set(origin, { rules, until: performance.now() + FRESH })
    rules.then(
      (learnt) => makeRoom(learnt.length),
      // What was not learnt is asked again by the next one.
      () => known.delete(origin),
    )
    const [oldest] = known.keys()
    if (known.size > MOST_SITES && oldest !== undefined) known.delete(oldest)
    return rules
  }
  /** Whether a site lets a page be fetched. */
  return async (url: URL, signal: AbortSignal): Promise<boolean> => {
    const rules = await rulesOf(url.origin, signal)
    if (typeof rules === 'string') return rules === 'all'
    const asked = { address: `${url.origin}/robots.txt`, bytes: rules, agent: userAgent, url: url.href }
    try {
      return await threads.run('robots', asked, { signal, ms: RULES_MS })
    } catch (error) {
      if (error instanceof ThreadFailure) throw new FetchFailure('robots', `has a robots.txt that ${error.message}`)
      throw error
    }
  }
}

async function askRules(fetch: GuardedFetch, origin: string, signal: AbortSignal): Promise<Rules> {
  const address = `${origin}/robots.txt`
  try {
    const { bytes } = await fetch(address, { signal, types: ['text/plain', 'text/html'], limits: LIMITS })
    return bytes
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    if (error.reason === 'status') return /status 4\d\d$/.test(error.message) ? 'all' : 'none'
    // If the site itself is not there, its page is not either, and fetching that gives a better reason.
    if (error.reason === 'unreachable' || error.reason === 'refused') throw error
    return error.reason === 'type' ? 'all' : 'none'
  }
}
