/**
 * The monthly renewal happens at the day of the month and the time of day of the registration, in UTC. In a month
 * without that day it happens on the last day. Times are milliseconds since 1970.
 */

/** The start of the credit month that contains `now`: the last anniversary, or the registration itself. */
export function periodStart(registeredAt: number, now: number): number {
  const months = monthsBetween(registeredAt, now)
  const start = anniversary(registeredAt, months)
  return Math.max(registeredAt, start <= now ? start : anniversary(registeredAt, months - 1))
}

/** The first anniversary after `now`. */
export function nextRenewal(registeredAt: number, now: number): number {
  const months = Math.max(0, monthsBetween(registeredAt, now))
  const next = anniversary(registeredAt, months)
  return next > Math.max(now, registeredAt) ? next : anniversary(registeredAt, months + 1)
}

/** Whole seconds until the first anniversary after `now`, at least 1. */
export function secondsToRenewal(registeredAt: number, now: number): number {
  return Math.max(1, Math.ceil((nextRenewal(registeredAt, now) - now) / 1000))
}

/** The number of calendar months between two instants. */
function monthsBetween(from: number, to: number): number {
  const start = new Date(from)
  const end = new Date(to)
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
}

/** The time of registration, moved by whole months. */
function anniversary(registeredAt: number, months: number): number {
  const date = new Date(registeredAt)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
