import type { DateParts } from '#language/dates.ts'
import type { CountedBack, Question } from '#question/question.ts'
import type { Correction } from '#question/spelling.ts'

/**
 * Tells the reader, before the answer, which words were taken for others and from when a time was counted back; '' for neither.
 * A word made no difference to an answer that does not show it; where there is no answer, both words are told, since the
 * reader may have meant the one written.
 */
export function howUnderstood(
  { corrections, countedBack }: Pick<Question, 'corrections' | 'countedBack'>,
  isShown?: (word: string) => boolean,
): string {
  const mattered = corrections.filter(({ meant }) => isShown?.(meant) ?? true)
  const told = isShown ? searchedFor : readAs
  const said = [
    ...(mattered.length > 0 ? [told(mattered)] : []),
    ...(countedBack === undefined ? [] : [countedFrom(countedBack)]),
  ]
  return said.map((line) => `${line}\n\n`).join('')
}

function searchedFor(corrections: readonly Correction[]): string {
  const meant = new Set(corrections.map((each) => `“${each.meant}”`))
  return `Searched for ${[...meant].join(', ')}.`
}

function readAs(corrections: readonly Correction[]): string {
  const told = new Set(corrections.map(({ written, meant }) => `“${written}” was read as “${meant}”.`))
  return [...told].join(' ')
}

function countedFrom({ written, from }: CountedBack): string {
  if (from === undefined) return `The sources have no dates, so “${written}” was not applied.`
  return `“${written}” is counted back from ${dateOf(from)}, the date of the newest source.`
}

function dateOf({ year = 0, month, day }: DateParts): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    year: 'numeric',
    ...(month !== undefined && { month: 'long' }),
    ...(day !== undefined && { day: 'numeric' }),
  })
  return format.format(Date.UTC(year, (month ?? 1) - 1, day ?? 1))
}
