import { documentLanguage, type Language } from '#language/language.ts'
import { keysOf, type NameKey } from '#language/name-dictionary.ts'
import type { DocumentDraft } from '../types.ts'
import { type PartSize, partsOf, type StoredPart } from './document-parts.ts'
import { type DocumentRecord, recordOf } from './document-record.ts'
import { indexTerm } from './fts-query.ts'
import { passageSpans } from './passages.ts'

/** Makes search terms of a text, which is part of a document in a language: stemmed, joined with spaces. */
export type Stem = (text: string, language?: Language) => string

/** What the rows of a document have in common. */
export interface DocumentHead extends Omit<DocumentRecord, 'text' | 'blocks'> {
  names: NameKey[]
  /** The terms of its title and path, of its authors, its publisher and its date. */
  terms: readonly [title: string, authors: string, publisher: string, date: string]
}

export type TextRow = PartSize & StoredPart

export interface PassageRow {
  start: number
  end: number
  /** Terms in all of its fields. */
  length: number
  /** Its terms, and those of the headings above it. */
  body: string
  heading: string
}

/** Rows of a document: all of them, or as many as are written at a time. Its texts come before its passages. */
export interface DocumentRows {
  /** Where a document begins. */
  head?: DocumentHead
  texts: TextRow[]
  passages: PassageRow[]
  /** Whether nothing of the document follows. */
  last: boolean
}

/** UTF-16 units of texts and terms that are written at a time: some 20 ms of work, then others get their turn. */
const AT_A_TIME = 100_000
/** UTF-16 units of headings: what stands above each of many passages is counted with each of them. */
const LONGEST_HEADINGS = 2_000

/** Makes the rows of a document: all that takes time but the writing. To be called in a thread that can be ended. */
export function* documentRows(draft: DocumentDraft, stem: Stem): Generator<DocumentRows> {
  const { text, blocks, ...record } = recordOf(draft)
  const language = documentLanguage(text, draft.language)
  const termsOf = (part = '') => (part === '' ? '' : indexTerm(stem(part, language)))
  const { authors, publisher, date } = draft
  const title = termsOf([record.title, ...namesIn(draft.path ?? '')].join(' '))
  const terms = [
    title,
    termsOf(authors?.join(' ')),
    termsOf(publisher),
    termsOf([date, record.year].join(' ')),
  ] as const
  let rows: DocumentRows = {
    head: { ...record, names: keysOf(record.title), terms },
    texts: [],
    passages: [],
    last: false,
  }
  let size = 0
  for (const row of partsOf(text, draft.blocks, blocks)) {
    rows.texts.push(row)
    size += row.length + (row.blocks?.length ?? 0)
    if (size < AT_A_TIME) continue
    yield rows
    rows = { texts: [], passages: [], last: false }
    size = 0
  }
  for (const row of passageRows({ ...draft, text }, terms, termsOf)) {
    rows.passages.push(row)
    size += row.heading.length + row.body.length
    if (size < AT_A_TIME) continue
    yield rows
    rows = { texts: [], passages: [], last: false }
    size = 0
  }
  yield { ...rows, last: true }
}

function* passageRows(
  draft: DocumentDraft,
  fixed: DocumentHead['terms'],
  termsOf: (text: string) => string,
): Generator<PassageRow> {
  const common = fixed.reduce((sum, field) => sum + tokensIn(field), 0)
  let headings = ''
  let heading = ''
  for (const { start, end, path } of passageSpans(draft)) {
    const own = path.join(' ').slice(0, LONGEST_HEADINGS)
    // Passages of a section stand under the same headings.
    if (own !== headings) heading = termsOf(own)
    headings = own
    const body = termsOf(draft.text.slice(start, end))
    yield { start, end, length: common + tokensIn(heading) + tokensIn(body), heading, body }
  }
}

/** The names of a file and of the folders that it lies in, as words. */
function namesIn(path: string): string[] {
  return path.replace(/\.\w+$/, '').split(/[/_]+/)
}

/** How many tokens the index makes of a field: what a space parts. */
function tokensIn(field: string): number {
  if (field === '') return 0
  let count = 1
  for (let at = field.indexOf(' '); at !== -1; at = field.indexOf(' ', at + 1)) count += 1
  return count
}
