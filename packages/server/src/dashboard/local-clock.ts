const clocks = new Map<string, Intl.DateTimeFormat>()

/** An instant as people of a zone write it: date, time of day, and the zone's name then. */
export function clockOf(zone: string, at: number): { date: string; clock: string } {
  let format = clocks.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    })
    clocks.set(zone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute, second, timeZoneName } = parts
  return { date: `${year}-${month}-${day}`, clock: `${hour}:${minute}:${second} ${timeZoneName}` }
}
