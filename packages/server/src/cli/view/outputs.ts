import type { Terminal } from './terminal.ts'

/** Where a stream is shown. */
export interface StreamOutputs {
  /** Shows thinking, tool calls and usage; undefined for none of these. */
  progress: Terminal | undefined
  /** Shows the answer and its sources. */
  answer: Terminal
  /** Where in this machine's files a source stands, as `path:line`. Default: nowhere. */
  locate?: ((url: string, quotes: readonly string[]) => Place | undefined) | undefined
}

/** A place in a file of this machine. */
export interface Place {
  /** The path, with the numbers of the lines that are known: `docs/reef.md:12,40`. */
  text: string
  /** The URL of the file. */
  url: string
}
