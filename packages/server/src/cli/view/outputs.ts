import type { Terminal } from './terminal.ts'

/** Where a stream is shown. */
export interface StreamOutputs {
  /** Shows thinking, tool calls and usage; undefined for none of these. */
  progress: Terminal | undefined
  /** Shows the answer and its sources. */
  answer: Terminal
  /** Whether the answer is written whole at the end, so that no heading announces it. Default: false. */
  whole?: boolean | undefined
  /** Where in this machine's files a source stands. Default: nowhere. */
  locate?: ((url: string, quotes: readonly QuotedWords[]) => Place | undefined) | undefined
}

/** Words that are quoted of a source. */
export interface QuotedWords {
  words: string
  /** Where they begin in the text that was read of it: UTF-16 code units. */
  start: number
}

/** A place in a file of this machine. */
export interface Place {
  path: string
  /** The URL of the file. */
  url: string
  /** The lines on which the quotations begin, in their order; undefined where one is not known. */
  lines: readonly (number | undefined)[]
}
