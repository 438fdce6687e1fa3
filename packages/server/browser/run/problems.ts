import {
  APIError,
  AuthenticationError,
  InsufficientCreditsError,
  RateLimitError,
  ResearchFailedError,
  StreamInterruptedError,
} from '@deep-research/sdk'
import { clockOf } from '../../src/dashboard/local-clock.ts'
import { element } from './element.ts'

/** What went wrong, what to do and when. */
export interface Problem {
  title: string
  advice: (Node | string)[]
  /** Milliseconds until it is worth trying again. */
  waitMs?: number
}

export interface Costs {
  level: string
  credits: number
  renewal: number
  /** The time zone of the account. */
  zone: string
  tier: string
  slots: number
}

/** What to tell whoever asked about a failure. */
export function problemOf(error: unknown, { level, credits, renewal, zone, tier, slots }: Costs): Problem {
  if (InsufficientCreditsError.isInstance(error)) {
    const at = error.retryAfterMs === undefined ? renewal : Date.now() + error.retryAfterMs
    const cheaper = level === 'low' ? '' : 'choose a lower level, or '
    return {
      title: `Not enough credits: level ${level} costs ${credits}.`,
      advice: [
        `Your free credits renew on ${when(at, zone)}, ${inDays(at)}. Until then, ${cheaper}ask the operator of this service to add credits. `,
        link('/credits', 'See the balance'),
      ],
    }
  }
  if (RateLimitError.isInstance(error)) {
    return {
      title: `No free slot: the ${tier} tier runs ${slots} request${slots === 1 ? '' : 's'} at once.`,
      advice: ['Wait for a running request to finish, or ', link('/research', 'cancel one'), '.'],
      waitMs: error.retryAfterMs ?? 1_000,
    }
  }
  if (AuthenticationError.isInstance(error)) {
    return { title: 'You are signed out.', advice: [link('/sign-in?to=/playground', 'Sign in'), ', then ask again.'] }
  }
  if (ResearchFailedError.isInstance(error))
    return { title: error.event.data.error.message, advice: ['You can ask again.'] }
  if (StreamInterruptedError.isInstance(error)) {
    return {
      title: 'The connection was lost.',
      advice: ['The research goes on without it. ', link('/research', 'Find it in your history'), '.'],
    }
  }
  if (APIError.isInstance(error)) {
    const { retryAfterMs } = error
    const advice = error.status === 404 ? 'This research is no longer available. Ask again.' : 'You can ask again.'
    return { title: error.message, advice: [advice], ...(retryAfterMs !== undefined && { waitMs: retryAfterMs }) }
  }
  return { title: 'The service cannot be reached.', advice: ['Check your connection, then try again.'] }
}

function link(href: string, text: string): HTMLElement {
  const made = element('a', '', text)
  made.href = href
  return made
}

function when(at: number, zone: string): string {
  const { date, clock } = clockOf(zone, at)
  return `${date} ${clock}`
}

function inDays(at: number): string {
  const hours = Math.max(1, Math.round((at - Date.now()) / 3_600_000))
  return hours < 48 ? `in ${hours} hour${hours === 1 ? '' : 's'}` : `in ${Math.round(hours / 24)} days`
}
