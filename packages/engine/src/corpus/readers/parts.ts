import type { Heading } from '../types.ts'
import type { DocumentMetadata } from './metadata.ts'

/** What a reader finds in a file's content. */
export interface DocumentParts extends DocumentMetadata {
  text: string
  headings?: readonly Heading[]
  /** What was wrong, although the content can be served. */
  warning?: string
}
