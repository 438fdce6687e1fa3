import type { ConformanceReport, Verdict } from './suite.ts'

const MARKS = { held: '✓', broken: '✗', 'not-testable': '–' } as const

/**
 * The lines for a verdict. For a broken rule they contain the specification's own words and the evidence, otherwise the
 * reason.
 */
export function verdictLines(verdict: Verdict): string {
  const line = `${MARKS[verdict.outcome]} ${verdict.id}  ${verdict.rule} [${verdict.source}]`
  if (verdict.outcome === 'held') return line
  if (verdict.outcome === 'not-testable') return `${line}\n    ${verdict.reason}`
  const words = verdict.line === undefined ? '' : `\n    specification: ${verdict.line}`
  return `${line}${words}\n    ${verdict.evidence}`
}

/** The last line of a report. */
export function summaryLine({ held, broken, notTestable }: ConformanceReport): string {
  return `${held} held, ${broken} broken, ${notTestable} not testable`
}
