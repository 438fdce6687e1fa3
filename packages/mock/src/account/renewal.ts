/** The given day of a month, or the last day of a month that has no such day. */
function anniversary(registeredAt: Date, year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(registeredAt.getUTCDate(), lastDay)
  const timeOfDay = registeredAt.getTime() % 86_400_000
  return Date.UTC(year, month, day) + timeOfDay
}

/**
 * The first renewal after `now`: at the registration's day of the month and time of day, in UTC. In a month without
 * that day it is the last day.
 * @param registeredAt - milliseconds since the epoch, as is `now`
 */
export function nextRenewal(registeredAt: number, now: number): number {
  const registered = new Date(registeredAt)
  const at = new Date(now)
  const thisMonth = anniversary(registered, at.getUTCFullYear(), at.getUTCMonth())
  return thisMonth > now ? thisMonth : anniversary(registered, at.getUTCFullYear(), at.getUTCMonth() + 1)
}
