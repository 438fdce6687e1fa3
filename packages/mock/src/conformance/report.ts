import type { ConformanceReport, Verdict } from './suite.ts'

const MARKS = { held: '✓', broken: '✗', 'not-testable': '–' } as const

/** One line for a verdict, and one more for what shows or explains it. */
export function verdictLines(verdict: Verdict): string {
  const line = `${MARKS[verdict.outcome]} ${verdict.id}  ${verdict.rule} [${verdict.source}]`
  if (verdict.outcome === 'held') return line
  return `${line}\n    ${verdict.outcome === 'broken' ? verdict.evidence : verdict.reason}`
}

/** The last line of a report. */
export function summaryLine({ held, broken, notTestable }: ConformanceReport): string {
  return `${held} held, ${broken} broken, ${notTestable} not testable`
}
