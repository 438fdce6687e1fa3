import untypedParser from 'robots-parser'
import { FetchFailure } from './failure.ts'
import { FETCH_LIMITS, type GuardedFetch } from './guarded-fetch.ts'

// The package's own types name a default export that it does not have.
const parseRobots = untypedParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined }

/** Milliseconds that a site's rules are good for; RFC 9309 allows a day. */
const FRESH = 60 * 60_000
/** Sites that are remembered: a bound. */
const MOST_SITES = 500
/** RFC 9309 wants 500 kibibytes to be read. The page has to be read as well in its time. */
const LIMITS = { bytes: 500 * 1024, ms: FETCH_LIMITS.ms / 2 }

/** Whether an address may be fetched. */
type Rules = (url: string) => boolean

const ALL: Rules = () => true
const NONE: Rules = () => false

/**
 * Fetches each site's robots.txt from time to time, following RFC 9309: if there is none everything is allowed, and if
 * the server fails nothing is.
 */
export function createRobots(fetch: GuardedFetch, userAgent: string) {
  const known = new Map<string, { rules: Promise<Rules>; until: number }>()
  const rulesOf = (origin: string, signal: AbortSignal): Promise<Rules> => {
    const before = known.get(origin)
    if (before && before.until > performance.now()) return before.rules
    const rules = askRules(fetch, origin, userAgent, signal)
    known.delete(origin)
    known.set(origin, { rules, until: performance.now() + FRESH })
    // What was not learnt is asked again by the next one.
    rules.catch(() => known.delete(origin))
    const [oldest] = known.keys()
    if (known.size > MOST_SITES && oldest !== undefined) known.delete(oldest)
    return rules
  }
  /** Whether a site lets a page be fetched. */
  return async (url: URL, signal: AbortSignal) => (await rulesOf(url.origin, signal))(url.href)
}

async function askRules(fetch: GuardedFetch, origin: string, userAgent: string, signal: AbortSignal): Promise<Rules> {
  const address = `${origin}/robots.txt`
  try {
    const { bytes } = await fetch(address, { signal, types: ['text/plain', 'text/html'], limits: LIMITS })
    const robots = parseRobots(address, new TextDecoder().decode(bytes))
    return (url) => robots.isAllowed(url, userAgent) !== false
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    if (error.reason === 'status') return /status 4\d\d$/.test(error.message) ? ALL : NONE
    // If the site itself is not there, its page is not either, and fetching that gives a better reason.
    if (error.reason === 'unreachable' || error.reason === 'refused') throw error
    return error.reason === 'type' ? ALL : NONE
  }
}
