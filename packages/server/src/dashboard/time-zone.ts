import { Temporal } from 'temporal-polyfill'
import type { Stretch } from '#admission/history.ts'

/** The time zone of an account that has set none. */
export const UTC = 'UTC'

/** Names that the runtime lists as they were long ago, and as people look for them now. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** All zones that can be chosen, as IANA names them. */
export function timeZones(): string[] {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => RENAMED[zone] ?? zone)
  return [UTC, ...zones.filter((zone) => zone !== UTC).toSorted()]
}

/** The local date of an instant, as `2026-11-22`. */
export function dateOf(zone: string, at: number): string {
  return local(zone, at).toPlainDate().toString()
}

/** The date so many days later. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** How many days lie between two dates. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days
}

/** The instant at which a local date begins, or undefined for what is no date. */
export function startOf(zone: string, date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  try {
    return Temporal.PlainDate.from(date, { overflow: 'reject' }).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return undefined
  }
}

/** The stretches of a range between which the clocks are changed. */
export function stretchesOf(zone: string, from: number, to: number): Stretch[] {
  const stretches: Stretch[] = []
  for (let at = from; at < to; ) {
    const moment = local(zone, at)
    const next = moment.getTimeZoneTransition('next')?.epochMilliseconds ?? to
    const end = Math.min(next, to)
    stretches.push({ from: at, to: end, offset: moment.offsetNanoseconds / 1_000_000 })
    at = end
  }
  return stretches
}

function local(zone: string, at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
}
