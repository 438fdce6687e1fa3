import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { documentLanguage, type Language } from '#language/language.ts'
import { keysOf } from '#language/name-dictionary.ts'
import type { DocumentDraft } from '../types.ts'
import { partsOf } from './document-parts.ts'
import { type DocumentRecord, recordOf } from './document-record.ts'
import { indexTerm } from './fts-query.ts'
import { prepareStatements } from './index-statements.ts'
import { passageSpans } from './passages.ts'

/** Makes search terms of a text, which is part of a document in a language: stemmed, joined with spaces. */
export type Stem = (text: string, language?: Language) => string

export interface IndexWriterOptions {
  stem: Stem
  /** Larger than that of every earlier run. */
  generation: number
}

/** A batch is written when it holds this much text (UTF-16 units): some 50 ms of work, then others get their turn. */
const BATCH_TEXT = 200_000
/** A step without a text is counted as so much of it. */
const STEP = 100

/** The only writer of the index's tables. Its steps are put in line, and written a batch at a time. */
export class IndexWriter {
  /** Documents indexed so far; one that is as it was counts for nothing. */
  indexed = 0
  readonly #database: DatabaseSync
  readonly #sql: ReturnType<typeof prepareStatements>
  readonly #options: IndexWriterOptions
  #steps: (() => void)[] = []
  /** UTF-16 units of the steps in line. */
  #text = 0
  /** The entry that is being read; it may go on in the next batch. */
  #entry: number | null = null

  constructor(database: DatabaseSync, options: IndexWriterOptions) {
    this.#database = database
    this.#sql = prepareStatements(database)
    this.#options = options
  }

  beginEntry(source: string, key: string): Promise<void> {
    return this.#add(() => {
      this.#sql.addEntry.run(source, key)
      this.#entry = numberOf(this.#sql.findEntry.get(source, key)) ?? null
      this.#sql.clearProblems.run(this.#entry)
    })
  }

  addDocument(draft: DocumentDraft): Promise<void> {
    return this.#add(() => this.#hold(draft), draft.text.length)
  }

  addProblem(source: string, message: string): Promise<void> {
    return this.#add(() => this.#sql.addProblem.run(this.#entry, source, message))
  }

  /** The entry is read through. Without a fingerprint it is read again at the next start. */
  finishEntry(fingerprint = ''): Promise<void> {
    return this.#add(() => {
      if (this.#entry !== null) this.#releaseBefore(this.#entry, this.#options.generation)
      this.#sql.setFingerprint.run(fingerprint, this.#entry)
    })
  }

  removeEntry(source: string, key: string): Promise<void> {
    return this.#add(() => {
      const entry = numberOf(this.#sql.findEntry.get(source, key))
      if (entry === undefined) return
      this.#releaseBefore(entry, Number.MAX_SAFE_INTEGER)
      this.#sql.clearProblems.run(entry)
      this.#sql.dropEntry.run(entry)
    })
  }

  /** Writes the steps that are in line, in one transaction. */
  async flush(): Promise<void> {
    const steps = this.#steps
    this.#steps = []
    this.#text = 0
    if (steps.length === 0) return
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      for (const step of steps) step()
      this.#database.exec('COMMIT')
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
    await nextTurn()
  }

  async #add(step: () => void, text = 0): Promise<void> {
    this.#steps.push(step)
    this.#text += STEP + text
    if (this.#text >= BATCH_TEXT) await this.flush()
  }

  #hold(draft: DocumentDraft): void {
    const record = recordOf(draft)
    const known = this.#sql.findDocument.get(record.id)
    let document = numberOf(known)
    const stale = document !== undefined && known?.['hash'] !== record.hash
    // Where entries disagree about the same text at the same address, the one that came first is kept.
    if (document !== undefined && stale && this.#sql.otherHolder.get(document, this.#entry) === undefined) {
      this.#dropDocument(document)
      document = undefined
    }
    document ??= this.#insertDocument(record, draft)
    this.#sql.hold.run(this.#entry, document, this.#options.generation)
  }

  #insertDocument(record: DocumentRecord, draft: DocumentDraft): number {
    const { id, hash, title, year, metadata, text } = record
    const document = Number(this.#sql.addDocument.run(id, hash, title, year, metadata).lastInsertRowid)
    for (const [at, part] of partsOf(text, draft.blocks).entries())
      this.#sql.addPart.run(document, at, part.length, part.count, part.text, part.blocks)
    for (const { first, key } of keysOf(title)) this.#sql.addName.run(first, key, document)
    const language = documentLanguage(text, draft.language)
    const terms = (part = '') => (part === '' ? '' : indexTerm(this.#options.stem(part, language)))
    const { authors, publisher, date } = draft
    const titleTerms = terms([title, ...namesIn(draft.path ?? '')].join(' '))
    const fixed = [terms(authors?.join(' ')), terms(publisher), terms([date, year].join(' '))] as const
    let headings = ''
    let headingTerms = ''
    for (const { start, end, path } of passageSpans({ ...draft, text })) {
      const own = path.join(' ')
      // Passages of a section stand under the same headings.
      if (own !== headings) headingTerms = terms(own)
      headings = own
      const fields = [titleTerms, headingTerms, terms(text.slice(start, end)), ...fixed]
      const length = fields.reduce((sum, field) => sum + tokensIn(field), 0)
      const passage = this.#sql.addPassage.run(document, start, end, length).lastInsertRowid
      this.#sql.addPassageTerms.run(passage, ...fields)
    }
    this.indexed += 1
    return document
  }

  /** Lets go of what an entry held before this generation; what nothing holds is dropped. */
  #releaseBefore(entry: number, generation: number): void {
    for (const row of this.#sql.staleHoldings.all(entry, generation)) {
      const document = Number(row['num'])
      this.#sql.release.run(entry, document)
      if (this.#sql.anyHolder.get(document) === undefined) this.#dropDocument(document)
    }
  }

  #dropDocument(document: number): void {
    const { keepFormer, keepFormerTexts, ...sql } = this.#sql
    keepFormer.run(this.#options.generation, document)
    keepFormerTexts.run(document)
    const { dropPassageTerms, dropPassages, dropHoldings, dropNames, dropTexts, dropDocument } = sql
    const drops = [dropPassageTerms, dropPassages, dropHoldings, dropNames, dropTexts, dropDocument]
    for (const drop of drops) drop.run(document)
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

function numberOf(row: Record<string, unknown> | undefined): number | undefined {
  return row && Number(row['num'])
}
