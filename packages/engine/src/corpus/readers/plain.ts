import type { DocumentParts } from './parts.ts'

/** Reads plain text. Lines stay as they are: a soft wrap is no end of a sentence. */
export function readPlain(text: string): DocumentParts {
  return { text: text.replace(/\r\n?/g, '\n') }
}
