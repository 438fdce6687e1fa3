/** The date of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`. */
const HTTP_DATE =
  /^[A-Z][a-z]{2,8},? (?:([A-Z][a-z]{2}) )?([ \d]\d)(?:[ -]([A-Z][a-z]{2})[ -]((?:\d\d){1,2}))? (\d\d:\d\d:\d\d) (?:GMT|(\d{4}))$/

/** A two-digit year is the one within the fifty years to come, or the last with these digits. */
function fullYear(digits: string, nowMs: number): number {
  if (digits.length === 4) return Number(digits)
  const thisYear = new Date(nowMs).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + Number(digits)
  return year > thisYear + 50 ? year - 100 : year
}

/** Milliseconds since the epoch; NaN for what is no HTTP-date or no time of the calendar. */
function parseHttpDate(text: string, nowMs: number): number {
  const [, monthFirst, day = '', month = monthFirst, year = '', time = '', yearLast = year] = HTTP_DATE.exec(text) ?? []
  // A leap second is none to `Date`.
  const clock = time.replace(/60$/, '59')
  const canonical = `${day.replace(' ', '0')} ${month} ${fullYear(yearLast, nowMs)} ${clock} GMT`
  const date = new Date(canonical)
  // `Date` takes the 31st of February for a day of March.
  return date.toUTCString().slice(5) === canonical ? +date : Number.NaN
}

/**
 * How long `Retry-After` asks to wait, in milliseconds: seconds or an HTTP-date, 0 for a date that has passed.
 * Undefined without the header and for nonsense (a negative number, no number, no date).
 */
export function parseRetryAfter(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  const delay = /^\d+(\.\d+)?$/.test(text)
    ? Math.ceil(Number(text) * 1_000)
    : Math.max(0, parseHttpDate(text, nowMs) - nowMs)
  return Number.isFinite(delay) ? delay : undefined
}
