/** How a step went: what the table shows of it, and what was printed if it went wrong. */
export interface Outcome {
  readonly shown: string
  readonly wrong?: string
}

/**
 * Judges a step.
 * @param isOld whether the version of Node is older than the step needs
 * @param result what it printed, or how it failed
 * @param seconds how long it took
 */
export function judge(
  step: { needs: string; prints: RegExp },
  isOld: boolean,
  result: string | Error,
  seconds: number,
): Outcome {
  const text = typeof result === 'string' ? result : result.message
  if (isOld) {
    const says = result instanceof Error && text.includes(`needs Node ${step.needs} or newer`)
    return says
      ? { shown: `needs ${step.needs}` }
      : { shown: 'WRONG', wrong: `It should say that it needs Node ${step.needs}:\n${text}` }
  }
  if (result instanceof Error || !step.prints.test(text)) return { shown: 'WRONG', wrong: text }
  return { shown: `ok, ${seconds.toFixed(1)} s` }
}

/** Whether a version such as v20.20.2 is before one such as 22.18. */
export function isBefore(version: string, needed: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [least = 0, then = 0] = needed.split('.').map(Number)
  return major < least || (major === least && minor < then)
}
