import { documentLanguage, type Language } from '#language/language.ts'
import { keysOf, type NameKey } from '#language/name-dictionary.ts'
import type { DocumentDraft } from '../types.ts'
import { type PartSize, partsOf, type StoredPart } from './document-parts.ts'
import { type DocumentRecord, recordOf } from './document-record.ts'
import { type Tokens, tokensOf } from './fts-query.ts'
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

const NONE: Tokens = { text: '', count: 0 }

/** Makes the rows of a document: all that takes time but the writing. To be called in a thread that can be ended. */
export function* documentRows(draft: DocumentDraft, stem: Stem): Generator<DocumentRows> {
  const { text, blocks, ...record } = recordOf(draft)
  const language = documentLanguage(text, draft.language)
  const termsOf = (part = '') => (part === '' ? NONE : tokensOf(stem(part, language)))
  const { aliases = [], authors, publisher, date } = draft
  const fields = [
    termsOf([record.title, ...aliases, ...namesIn(draft.path ?? '')].join(' ')),
    termsOf(authors?.join(' ')),
    termsOf(publisher),
    termsOf([date, record.year].join(' ')),
  ] as const
  const [title, names, house, time] = fields
  const terms = [title.text, names.text, house.text, time.text] as const
  const common = fields.reduce((sum, { count }) => sum + count, 0)
  let rows: DocumentRows = {
    head: { ...record, names: [record.title, ...aliases].flatMap(keysOf), terms },
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
  for (const row of passageRows({ ...draft, text }, common, termsOf)) {
    rows.passages.push(row)
    size += row.heading.length + row.body.length
    if (size < AT_A_TIME) continue
    yield rows
    rows = { texts: [], passages: [], last: false }
    size = 0
  }
  yield { ...rows, last: true }
}

function* passageRows(draft: DocumentDraft, common: number, termsOf: (text: string) => Tokens): Generator<PassageRow> {
  let headings = ''
  let heading = NONE
  for (const { start, end, path } of passageSpans(draft)) {
    const own = path.join(' ').slice(0, LONGEST_HEADINGS)
    // Passages of a section stand under the same headings.
    if (own !== headings) heading = termsOf(own)
    headings = own
    const body = termsOf(draft.text.slice(start, end))
    const length = common + heading.count + body.count
    yield { start, end, length, heading: heading.text, body: body.text }
  }
}

/** The names of a file and of the folders that it lies in, as words. */
function namesIn(path: string): string[] {
  return path.replace(/\.\w+$/, '').split(/[/_]+/)
}
