import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CorpusProblem } from '../types.ts'
import type { DocumentHead, DocumentRows } from './document-rows.ts'
import { prepareStatements } from './index-statements.ts'

/** A batch is written when it holds this much text (UTF-16 units): some 50 ms of work, then others get their turn. Of smaller ones FTS5 has more to merge. */
const BATCH_TEXT = 600_000
/** How many UTF-16 units a step without a text counts for. */
const STEP = 100
const UNFINISHED = 'unfinished '
/** The number of an entry that does not exist: problems of listing the sources are kept under it. */
const OF_LISTING = 0
/** Parts of a dropped text that are copied at a time for runs that still read it. */
const KEPT_AT_A_TIME = 30

/** A document of which more rows are still to come. */
interface OpenDocument {
  num: number
  head: DocumentHead
  /** Parts of its text that are written. */
  texts: number
  /** Whether it can be found by its name and address: not before all of its text is there. */
  named: boolean
}

/** The only writer of the index's tables. Its steps are put in line, and written a batch at a time. */
export class IndexWriter {
  /** Documents indexed so far; one that is as it was counts for nothing. */
  indexed = 0
  readonly #database: DatabaseSync
  readonly #sql: ReturnType<typeof prepareStatements>
  /** Larger than that of every earlier run. */
  readonly #generation: number
  /** Stands in the place of a document's hash until all of its rows are there. */
  readonly #unfinished = `${UNFINISHED}${randomUUID()}`
  readonly #written: () => Promise<void>
  #steps: (() => void)[] = []
  /** UTF-16 units of the steps in line. */
  #text = 0
  /** The entry that is being read; it may go on in the next batch. */
  #entry: number | null = null
  /** The document that is being written; undefined if it is in the index already, so that its rows are skipped. */
  #open: OpenDocument | undefined
  /** Whether another process has taken this entry up meanwhile, and brings it to its end. */
  #lost = false
  /** The entry that is being read, if it is not new. */
  #known: number | null = null

  /** `written` is waited for after each transaction. */
  constructor(database: DatabaseSync, generation: number, written = async () => {}) {
    this.#written = written
    this.#database = database
    this.#sql = prepareStatements(database)
    this.#generation = generation
  }

  beginEntry(source: string, key: string): Promise<void> {
    this.#known = this.#find(source, key)
    return this.#add(() => {
      this.#sql.addEntry.run(source, key)
      this.#entry = this.#find(source, key)
      this.#sql.clearProblems.run(this.#entry)
      this.#lost = false
    })
  }

  /** Adds rows of a document: all of it, or what follows the rows before. */
  async addRows(rows: DocumentRows): Promise<void> {
    const { head } = rows
    if (head) await this.#thinOut(() => this.#sql.outdated.all(head.id, head.hash, this.#known))
    const size = [...rows.texts.map(({ length }) => length), ...rows.passages.map(({ body }) => body.length)]
    await this.#add(
      () => this.#write(rows),
      size.reduce((sum, length) => sum + length, 0),
    )
  }

  addProblem({ source, message, kind }: CorpusProblem): Promise<void> {
    return this.#add(() => this.#sql.addProblem.run(this.#entry, source, message, kind ?? null))
  }

  /** Keeps what could not be listed, in place of what was kept before; writes nothing where that is the same. */
  async setListingProblems(problems: readonly CorpusProblem[]): Promise<void> {
    const toldOf = ({ source, message, kind }: Record<string, unknown>) =>
      JSON.stringify([source, message, kind ?? null])
    const kept = this.#sql.problemsOf.all(OF_LISTING).map(toldOf)
    if (kept.join('\n') === problems.map((problem) => toldOf({ ...problem })).join('\n')) return
    await this.#add(() => this.#sql.clearProblems.run(OF_LISTING))
    for (const { source, message, kind } of problems)
      await this.#add(() => this.#sql.addProblem.run(OF_LISTING, source, message, kind ?? null))
  }

  /** The entry is read through. Without a fingerprint it is read again at the next start. */
  async finishEntry(fingerprint = ''): Promise<void> {
    await this.#thinOut(() => this.#sql.held.all(this.#known, this.#generation))
    return this.#add(() => {
      if (this.#lost) return
      if (this.#entry !== null) this.#releaseBefore(this.#entry, this.#generation)
      this.#sql.setFingerprint.run(fingerprint, this.#entry)
    })
  }

  async removeEntry(source: string, key: string): Promise<void> {
    await this.#thinOut(() => this.#sql.held.all(this.#find(source, key), Number.MAX_SAFE_INTEGER))
    return this.#add(() => {
      const entry = this.#find(source, key)
      if (entry === null) return
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
    this.#transact(() => {
      for (const step of steps) step()
    })
    await this.#pause()
  }

  /** Lets others have their turn. */
  async #pause(): Promise<void> {
    await nextTurn()
    await this.#written()
  }

  #transact(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      work()
      this.#database.exec('COMMIT')
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  async #add(step: () => void, text = 0): Promise<void> {
    this.#steps.push(step)
    this.#text += STEP + text
    if (this.#text >= BATCH_TEXT) await this.flush()
  }

  #find(source: string, key: string): number | null {
    return numberOf(this.#sql.findEntry.get(source, key)) ?? null
  }

  #write({ head, texts, passages, last }: DocumentRows): void {
    if (this.#lost) return
    if (head) this.#begin(head, last)
    else if (this.#open) this.#checkHolding(this.#open)
    for (const { length, count, text, blocks } of texts) {
      const open = this.#open
      if (open) this.#sql.addPart.run(open.num, open.texts, length, count, text, blocks)
      if (open) open.texts += 1
    }
    if (passages.length > 0 || last) this.#name()
    if (!this.#open) return
    const { num, head: common } = this.#open
    const [title, ...fixed] = common.terms
    for (const { start, end, length, heading, body } of passages) {
      const passage = this.#sql.addPassage.run(num, start, end, length).lastInsertRowid
      this.#sql.addPassageTerms.run(passage, title, heading, body, ...fixed)
    }
    if (!last) return
    this.#sql.finishDocument.run(common.hash, num)
    this.#open = undefined
    this.indexed += 1
  }

  #begin(head: DocumentHead, whole: boolean): void {
    this.#open = undefined
    const known = this.#sql.findDocument.get(head.id)
    let num = numberOf(known)
    const stale = num !== undefined && known?.['hash'] !== head.hash
    // Where entries disagree about the same text at the same address, the one that came first is kept.
    if (num !== undefined && stale && this.#sql.otherHolder.get(num, this.#entry) === undefined) {
      this.#dropDocument(num)
      num = undefined
    }
    if (num === undefined) {
      const { id, hash, title, year, metadata } = head
      const row = whole ? ([id, hash, title, year, metadata] as const) : this.#placeholder(id)
      num = Number(this.#sql.addDocument.run(...row).lastInsertRowid)
      this.#open = { num, head, texts: 0, named: false }
    }
    this.#sql.hold.run(this.#entry, num, this.#generation)
  }

  #placeholder(id: string) {
    return [`${id} ${this.#unfinished}`, this.#unfinished, '', null, '{}'] as const
  }

  /** Another process may have taken the document up meanwhile, and dropped what was written of it. */
  #checkHolding({ num }: OpenDocument): void {
    if (this.#sql.isUnfinished.get(num, this.#unfinished)) return
    this.#open = undefined
    this.#lost = true
  }

  /** Lets the open document be found by its name and address. */
  #name(): void {
    if (!this.#open || this.#open.named) return
    const { num, head } = this.#open
    const other = this.#sql.findDocument.get(head.id)
    const known = numberOf(other)
    if (known !== undefined && known !== num) {
      this.#dropDocument(num)
      this.#sql.hold.run(this.#entry, known, this.#generation)
      this.#open = undefined
      this.#lost = String(other?.['hash']).startsWith(UNFINISHED)
      return
    }
    this.#sql.nameDocument.run(head.id, head.title, head.year, head.metadata, num)
    for (const { first, key } of head.names) this.#sql.addName.run(first, key, num)
    this.#open.named = true
  }

  /** Lets go of what an entry held before this generation; what nothing holds is dropped. */
  #releaseBefore(entry: number, generation: number): void {
    for (const row of this.#sql.staleHoldings.all(entry, generation)) {
      const document = Number(row['num'])
      this.#sql.release.run(entry, document)
      if (this.#sql.anyHolder.get(document) === undefined) this.#dropDocument(document)
    }
  }

  /** Drops the passages of large documents a few at a time before the documents go, so that no transaction is long. */
  async #thinOut(find: () => Record<string, unknown>[]): Promise<void> {
    const large = () => find().flatMap((row) => (this.#sql.isLarge.get(row['num'] as number) ? Number(row['num']) : []))
    if (large().length === 0) return
    // What is in line may still need them.
    await this.flush()
    for (const document of large()) {
      // If this is stopped in the middle, they are read again.
      this.#transact(() => {
        this.#sql.forgetEntries.run(document)
        this.#sql.finishDocument.run(this.#unfinished, document)
      })
      for (let part = 0, changes = 1; changes > 0; part += KEPT_AT_A_TIME) {
        this.#transact(() => {
          changes = Number(this.#sql.keepFormerTexts.run(document, part, part + KEPT_AT_A_TIME).changes)
        })
        await this.#pause()
      }
      for (let changes = 1; changes > 0; ) {
        this.#transact(() => {
          this.#sql.dropSomePassageTerms.run(document)
          changes = Number(this.#sql.dropSomePassages.run(document).changes)
        })
        await this.#pause()
      }
    }
  }

  #dropDocument(document: number): void {
    const { keepFormer, keepFormerTexts, ...sql } = this.#sql
    keepFormer.run(this.#generation, document)
    keepFormerTexts.run(document, 0, Number.MAX_SAFE_INTEGER)
    const { dropPassageTerms, dropPassages, dropHoldings, dropNames, dropTexts, dropDocument } = sql
    const drops = [dropPassageTerms, dropPassages, dropHoldings, dropNames, dropTexts, dropDocument]
    for (const drop of drops) drop.run(document)
  }
}

function numberOf(row: Record<string, unknown> | undefined): number | undefined {
  return row && Number(row['num'])
}
