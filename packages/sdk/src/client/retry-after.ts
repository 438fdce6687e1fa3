const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The three forms that HTTP allows: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 …`, `Sun Nov  6 … 1994`. */
const IMF = /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/
const RFC_850 = /^[A-Z][a-z]{5,8}, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/
const ASCTIME = /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/

const SECONDS = /^\d+(?:\.\d+)?$/

/** A two-digit year is the one within the fifty years to come, or the last with these digits. */
function fullYear(digits: string, nowMs: number): number {
  if (digits.length === 4) return Number(digits)
  const thisYear = new Date(nowMs).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + Number(digits)
  return year > thisYear + 50 ? year - 100 : year
}

/** Milliseconds since the epoch, or undefined for what is no HTTP-date or no day of the calendar. */
function parseHttpDate(text: string, nowMs: number): number | undefined {
  const parts = (IMF.exec(text) ?? RFC_850.exec(text) ?? ASCTIME.exec(text))?.groups
  if (parts === undefined) return undefined
  const { day = '', month = '', year = '', time = '' } = parts
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const date = new Date(0)
  date.setUTCFullYear(fullYear(year, nowMs), MONTHS.indexOf(month), Number(day))
  const real = date.getUTCDate() === Number(day) && MONTHS[date.getUTCMonth()] === month
  if (!real || hours > 23 || minutes > 59 || seconds > 60) return undefined
  return date.setUTCHours(hours, minutes, seconds)
}

/**
 * How long `Retry-After` asks to wait, in milliseconds: seconds or an HTTP-date, 0 for a date that has passed.
 * Undefined without the header and for nonsense (a negative number, no number, no date).
 */
export function parseRetryAfter(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (SECONDS.test(text)) {
    const delay = Math.ceil(Number(text) * 1_000)
    return Number.isFinite(delay) ? delay : undefined
  }
  const date = parseHttpDate(text, nowMs)
  return date === undefined ? undefined : Math.max(0, date - nowMs)
}
