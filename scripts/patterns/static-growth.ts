import { analyse } from 'scslre'
import type { Pattern } from './find.ts'
import type { Growth } from './verdict-thread.ts'

/**
 * What a second checker says, which looks at an expression's structure: in a millisecond, on any machine the same, but blind to
 * some repetitions that are counted. Super-linear where a text can be read in several ways, or again from each place.
 */
export function staticGrowth({ source, flags }: Pattern): Growth {
  const { reports } = analyse(new RegExp(source, flags.replace('d', '')), {
    reportTypes: { Move: true, Self: true, Trade: true },
  })
  if (reports.some(({ exponential }) => exponential)) return 'exponential'
  return reports.length > 0 ? 'polynomial' : 'linear'
}
