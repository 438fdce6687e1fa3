const SECONDS = /^\d+(\.\d+)?$/
/**
 * The three formats of an HTTP date: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6
 * 08:49:37 1994`.
 */
const HTTP_DATE = /^[A-Z][a-z]+,? (?:[A-Z][a-z]{2} )?([ \d]\d).* \d\d:\d\d:\d\d (GMT|\d{4})$/

/**
 * How long `Retry-After` asks to wait, in milliseconds. It takes seconds or an HTTP date; a past date gives 0.
 * Undefined without the header and for an invalid one (a negative number, no number, no date).
 */
export function parseRetryAfter(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (SECONDS.test(text)) {
    const delay = Math.ceil(Number(text) * 1_000)
    return Number.isFinite(delay) ? delay : undefined
  }
  const [, day, end] = HTTP_DATE.exec(text) ?? []
  const date = new Date(end === 'GMT' ? text : `${text} GMT`)
  // `Date` would turn the 31st of February into a day in March.
  return date.getUTCDate() === Number(day) ? Math.max(0, +date - nowMs) : undefined
}
