import type { FastifyRequest } from 'fastify'
import { periodStart } from '#accounts/renewal.ts'
import type { Stretch } from '#admission/history.ts'
import { parameter } from '../forms.ts'
import { visitorOf, zoneOf } from '../session.ts'
import { addDays, dateOf, daysBetween, startOf, stretchesOf } from '../time-zone.ts'

/** Days that one look at the usage can hold. */
const MOST_DAYS = 366

/** Some days of usage, as they were asked for. */
export interface Range {
  /** Local dates; the range holds both of them. */
  from: string
  to: string
  stretches: Stretch[]
  /** Why the range is not the one that was asked for. */
  problem: string | undefined
}

/** How many days are shown at least if no range is asked for: fewer make no chart. */
const USUAL_DAYS = 30

/**
 * The range that a page was asked for: `from` and `to` as dates; without them, the credit month so far, or the last 30
 * days where that began later.
 */
export function readRange(request: FastifyRequest, now: number): Range {
  const zone = zoneOf(request)
  const today = dateOf(zone, now)
  const began = dateOf(zone, periodStart(visitorOf(request).account.registeredAt, now))
  const [month = began] = [began, addDays(today, 1 - USUAL_DAYS)].toSorted()
  const from = parameter(request, 'from') || month
  const to = parameter(request, 'to') || latest(from, today)
  const problem = problemOf(zone, from, to)
  const [first, last] = problem === undefined ? [from, to] : [month, today]
  return { from: first, to: last, stretches: stretchesBetween(zone, first, last), problem }
}

/** Dates in order of their letters are in order of time. */
function latest(...dates: string[]): string {
  return dates.toSorted().at(-1) ?? ''
}

function problemOf(zone: string, from: string, to: string): string | undefined {
  if (startOf(zone, from) === undefined) return 'The first day is not a date. Write it as 2026-11-22.'
  if (startOf(zone, to) === undefined) return 'The last day is not a date. Write it as 2026-11-22.'
  const days = daysBetween(from, to) + 1
  if (days < 1) return 'The last day is before the first day.'
  return days > MOST_DAYS ? `The range has ${days} days. Choose at most ${MOST_DAYS}.` : undefined
}

function stretchesBetween(zone: string, from: string, to: string): Stretch[] {
  return stretchesOf(zone, startOf(zone, from) ?? 0, startOf(zone, addDays(to, 1)) ?? 0)
}
