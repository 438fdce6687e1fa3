import { sentences } from '#language/sentences.ts'
import { isInstruction } from './instructions.ts'

/** Any address of a stranger's page leads elsewhere. */
const ADDRESS = /\bhttps?:\/\/|\bwww\.\w/i
/** What goes on from an instruction in the sentence next to it. */
const GOES_ON =
  /\b(?:you|your|assistant|user)\b|@|^\W*(?:then|next|also|finally|do|don't|never|always|please|make|say|tell|write|add|use)\b/i

/**
 * A stranger's text with spaces instead of the sentences that address a model or lead elsewhere, and of what goes on
 * from one in a sentence next to it. All other characters stay where they are. Whoever reads the text then, for words
 * to search for or to cite, finds nothing of what was taken away.
 */
export function withoutInstructions(text: string): string {
  const spans = sentences(text).map(({ start, end }) => ({ start, end, quote: text.slice(start, end) }))
  const flagged = spans.map(({ quote }) => isInstruction(quote))
  let clean = ''
  let last = 0
  for (const [i, { start, end, quote }] of spans.entries()) {
    const beside = (flagged[i - 1] || flagged[i + 1]) && GOES_ON.test(quote)
    if (!flagged[i] && !beside && !ADDRESS.test(quote)) continue
    clean += text.slice(last, start) + ' '.repeat(end - start)
    last = end
  }
  return clean + text.slice(last)
}
