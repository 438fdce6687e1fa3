/**
 * Formats ISO 8601 UTC times with milliseconds. Each millisecond is formatted only once, because events come in bursts.
 */
export function createTimestamps(): (now: number) => string {
  let last = Number.NaN
  let text = ''
  return (now) => {
    if (now !== last) {
      last = now
      text = new Date(now).toISOString()
    }
    return text
  }
}
