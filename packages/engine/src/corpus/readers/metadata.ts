import { yearOf } from '#language/years.ts'
import type { Block, CorpusDocument } from '../types.ts'

/** The parts of a document that its metadata tells. */
export type DocumentMetadata = Partial<
  Pick<
    CorpusDocument,
    'title' | 'aliases' | 'url' | 'authors' | 'year' | 'date' | 'publisher' | 'sourceType' | 'language'
  >
>

/** What a reader finds in a file's content. */
export interface DocumentParts extends DocumentMetadata {
  text: string
  blocks?: readonly Block[]
  /** What was wrong, although the content can be served. */
  warning?: string
}

/**
 * Reads metadata from loose fields, as front matter and records have them: `title`, `aliases` or `alias`, `url`, `authors` or
 * `author` (a list, or one), `date`, `published` or `created`, `year`, `publisher` or the name of a `source`, `source_type`,
 * `language` or `lang`. What is no use is left out.
 */
export function metadataOf(fields: Record<string, unknown>): DocumentMetadata {
  const date = text(fields['date']) ?? text(fields['published']) ?? text(fields['created'])
  const source = text(fields['source'])
  return defined({
    title: text(fields['title']),
    aliases: list(fields['aliases']) ?? list(fields['alias']),
    url: text(fields['url']),
    authors: list(fields['authors']) ?? list(fields['author']),
    year: yearOf(fields['year']) ?? yearOf(date),
    date,
    // An address of something that is written about is no publisher of what is written.
    publisher: text(fields['publisher']) ?? (source?.includes('://') ? undefined : source),
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

/** A link to a note: "[[People/Ann Lee|Ann]]". */
const NOTE = /^\[\[(?:[^[\]|]{0,200}[|/])?([^[\]|/]{1,200})\]\]$/

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  if (typeof value !== 'string') return undefined
  const trimmed = value.replace(/\s+/g, ' ').trim()
  return trimmed === '' ? undefined : (NOTE.exec(trimmed)?.[1] ?? trimmed)
}

/** Some names, or one; of a person of whom more is told, the name. */
function list(value: unknown): string[] | undefined {
  const names = (Array.isArray(value) ? value : [value]).map((each: unknown) =>
    typeof each === 'object' && each !== null && 'name' in each ? each.name : each,
  )
  const values = names.map(text).filter((item) => item !== undefined)
  return values.length === 0 ? undefined : values
}
