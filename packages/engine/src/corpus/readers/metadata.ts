import { yearOf } from '#language/years.ts'
import type { Block, CorpusDocument } from '../types.ts'

/** The parts of a document that its metadata tells. */
export type DocumentMetadata = Partial<
  Pick<CorpusDocument, 'title' | 'url' | 'authors' | 'year' | 'date' | 'publisher' | 'sourceType' | 'language'>
>

/** What a reader finds in a file's content. */
export interface DocumentParts extends DocumentMetadata {
  text: string
  blocks?: readonly Block[]
  /** What was wrong, although the content can be served. */
  warning?: string
}

/**
 * Reads metadata from loose fields, as front matter and records have them: `title`, `url`, `authors` or `author`
 * (a list, or one string), `date` or `created`, `year`, `publisher`, `source_type`, `language` or `lang`. What is no use is left out.
 */
export function metadataOf(fields: Record<string, unknown>): DocumentMetadata {
  const date = text(fields['date']) ?? text(fields['created'])
  return defined({
    title: text(fields['title']),
    url: text(fields['url']),
    authors: list(fields['authors']) ?? list(fields['author']),
    year: yearOf(fields['year']) ?? yearOf(date),
    date,
    publisher: text(fields['publisher']),
    sourceType: text(fields['source_type']),
    language: text(fields['language']) ?? text(fields['lang']),
  })
}

/** An object without its undefined values. */
export function defined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  if (typeof value !== 'string') return undefined
  const trimmed = value.replace(/\s+/g, ' ').trim()
  return trimmed === '' ? undefined : trimmed
}

function list(value: unknown): string[] | undefined {
  const values = (Array.isArray(value) ? value : [value]).map(text).filter((item) => item !== undefined)
  return values.length === 0 ? undefined : values
}
