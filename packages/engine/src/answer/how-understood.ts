import type { Question } from '#question/question.ts'
import type { Correction } from '#question/spelling.ts'

/**
 * Tells the reader, before the answer, which words were taken for others; '' for none.
 * A word made no difference to an answer that does not show it; where there is no answer, both words are told, since the
 * reader may have meant the one written.
 */
export function howUnderstood(
  { corrections }: Pick<Question, 'corrections'>,
  isShown?: (word: string) => boolean,
): string {
  const mattered = corrections.filter(({ meant }) => isShown?.(meant) ?? true)
  const told = isShown ? searchedFor : readAs
  return mattered.length > 0 ? `${told(mattered)}\n\n` : ''
}

function searchedFor(corrections: readonly Correction[]): string {
  const meant = new Set(corrections.map((each) => `“${each.meant}”`))
  return `Searched for ${[...meant].join(', ')}.`
}

function readAs(corrections: readonly Correction[]): string {
  const told = new Set(corrections.map(({ written, meant }) => `“${written}” was read as “${meant}”.`))
  return [...told].join(' ')
}
