import { expect, test } from 'vitest'
import { HOSTED_SERVICES } from '#hosted/calls.ts'
import { REPORTS, scoreHosted } from '../../bench/hosted.ts'

/** The other services write the same reports in their own form: a part of them shows that nothing of it is lost on the way. */
const OF_EACH = 6
const LONG = 120_000

test.each(HOSTED_SERVICES.map((service, at) => [service, at === 0 ? REPORTS : OF_EACH] as const))(
  '%s: of %i reports, planted errors are not verified, and most of what is right is',
  { timeout: LONG },
  async (service, reports) => {
    const { planted, caught, right, verified, citations, exact, lost } = await scoreHosted(service, reports)
    expect(planted).toBeGreaterThan(2 * reports)
    expect(caught / planted).toBeGreaterThanOrEqual(0.95)
    expect(verified / right).toBeGreaterThanOrEqual(0.7)
    expect(citations).toBe(planted + right)
    expect(exact).toBe(citations)
    expect(lost).toEqual([])
  },
)
