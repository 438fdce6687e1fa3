import { REASONING_LEVELS, type ReasoningLevel } from '@deep-research/sdk/contract'
import { REQUEST_STATES, type RequestFilter, type RequestState } from '#admission/history.ts'
import { startOf } from '../time-zone.ts'

const DAY = 86_400_000

/** Fields of the form, in the order in which they stand in an address. */
const FIELDS = ['q', 'level', 'status', 'key', 'from', 'to'] as const

/** Stands for no key: what was asked in the playground. */
export const NO_KEY = 'none'

/** What the history is searched for: as it was typed, and as it is asked of the storage. */
export interface Filter {
  typed: Readonly<Record<(typeof FIELDS)[number], string>>
  asked: RequestFilter
  /** Whether anything is searched for at all. */
  any: boolean
  /** The fields as a query, to be put into an address. */
  query: string
}

/** What cannot be read counts as not given. Dates are those of a time zone. */
export function readFilter(parameter: (name: string) => string | undefined, zone: string): Filter {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, parameter(name)?.trim() ?? ''])) as Filter['typed']
  const { q, level, status, key, from, to } = typed
  const first = startOf(zone, from)
  const last = startOf(zone, nextDate(to))
  const asked: RequestFilter = {
    ...(q !== '' && { text: q }),
    ...(isLevel(level) && { level }),
    ...(isState(status) && { status }),
    ...(key !== '' && { keyId: key === NO_KEY ? undefined : key }),
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { before: last }),
  }
  const given = FIELDS.flatMap((name) => (typed[name] === '' ? [] : [[name, typed[name]]]))
  return { typed, asked, any: Object.keys(asked).length > 0, query: String(new URLSearchParams(given)) }
}

/** The date after a date; nothing where it is none. */
function nextDate(text: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? '' : new Date(at + DAY).toISOString().slice(0, 10)
}

function isLevel(text: string): text is ReasoningLevel {
  return Object.hasOwn(REASONING_LEVELS, text)
}

function isState(text: string): text is RequestState {
  return (REQUEST_STATES as readonly string[]).includes(text)
}
