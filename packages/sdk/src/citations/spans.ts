import { CiteParser } from './cite-parser.ts'

/** A tagged span of an answer. Offsets are UTF-16 code units of the answer without its tags. */
export interface TaggedSpan {
  readonly id: string
  readonly start: number
  readonly end: number
}

/** An answer split into text and spans. */
export interface TaggedAnswer {
  /** The answer without its tags. */
  readonly clean: string
  /** In the order in which they close. */
  readonly spans: readonly TaggedSpan[]
  /** The ids of tags that are never closed. */
  readonly unclosed: readonly string[]
  /** The number of closing tags that close nothing. */
  readonly strayCloses: number
}

/** Splits a whole answer into its clean text and its tagged spans. */
export function readTags(answer: string): TaggedAnswer {
  const parser = new CiteParser()
  const spans: TaggedSpan[] = []
  const open: { id: string; start: number }[] = []
  let clean = ''
  let strayCloses = 0
  for (const token of [...parser.push(answer), ...parser.end()]) {
    if (token.type === 'text') clean += token.text
    else if (token.type === 'open') open.push({ id: token.id, start: clean.length })
    else {
      const span = open.pop()
      if (span === undefined) strayCloses += 1
      else spans.push({ ...span, end: clean.length })
    }
  }
  return { clean, spans, unclosed: open.map(({ id }) => id), strayCloses }
}
