import type { FoundPassage } from '@deep-research/engine'

/** Formats passages for people, the best one first. */
export function formatPassages(found: readonly FoundPassage[]): string {
  if (found.length === 0) return 'none\n'
  const passages = found.map(
    ({ title, url, score, text }) =>
      `${score.toFixed(1)}  ${title}\n     ${url}\n     ${text.replaceAll(/\s+/g, ' ').trim()}`,
  )
  return `${passages.join('\n\n')}\n`
}
