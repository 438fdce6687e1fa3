/** The longest accepted wait in milliseconds; a service that names a later time than tomorrow does not mean it. */
const LONGEST = 24 * 60 * 60_000

/** Milliseconds that a Retry-After header asks for, given in seconds or as a date; undefined for nonsense. */
export function retryAfterMs(header: string | null | undefined, now: number = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  if (text === '') return undefined
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return ms >= 0 && ms <= LONGEST ? Math.ceil(ms) : undefined
}
