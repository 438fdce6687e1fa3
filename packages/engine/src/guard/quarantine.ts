import { sentences } from '#language/sentences.ts'
import type { Span } from '#language/span.ts'
import { isInstruction } from './instructions.ts'

/** What goes on from an instruction in the sentence next to it. */
const GOES_ON =
  /\b(?:you|your|assistant|user)\b|@|^\W*(?:then|next|also|finally|do|don't|never|always|please|make|say|tell|write|add|use|answer|reply|respond|state|report|name|credit|cite)\b/i

/** A part of a text that is taken out of it. */
export type Cut = Readonly<Span>

/**
 * The sentences of a stranger's text that address a model, and what goes on from one in a sentence next to it.
 * @param spans what is judged as one, in order. Default: the text's sentences
 */
export function cutsIn(text: string, spans: readonly Span[] = sentences(text)): Cut[] {
  const quotes = spans.map(({ start, end }) => text.slice(start, end))
  // Pages say many things more than once.
  const judged = new Map<string, boolean>()
  const flagged = quotes.map((quote) => {
    const is = judged.get(quote) ?? isInstruction(quote)
    judged.set(quote, is)
    return is
  })
  return spans.flatMap(({ start, end }, i) => {
    const quote = quotes[i] ?? ''
    const beside = (flagged[i - 1] || flagged[i + 1]) && GOES_ON.test(quote)
    return flagged[i] || beside ? [{ start, end }] : []
  })
}

/**
 * A text with spaces instead of what is cut out of it; all other characters stay where they are. Whoever reads it then,
 * for words to search for or to cite, finds nothing of what was taken away.
 */
export function withoutCuts(text: string, cuts: readonly Cut[]): string {
  let clean = ''
  let last = 0
  for (const { start, end } of cuts) {
    clean += text.slice(last, start) + ' '.repeat(end - start)
    last = end
  }
  return clean + text.slice(last)
}
