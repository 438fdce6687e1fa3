import { setImmediate as turn } from 'node:timers/promises'
import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import type { Piece } from '#research/section-text.ts'
import { tellCounts } from '#research/tell.ts'
import type { EngineEvent } from '../types.ts'
import type { CheckedDraft, ReportCheck } from './check-report.ts'
import type { ReportSection } from './read-report.ts'

const text = (words: string): AnswerPart => ({ kind: 'text', text: words })

/** Tells a report, each part of it once it was checked. */
export class ReportTeller {
  /** Sentences that state something without a citation. */
  uncited = 0
  readonly #assembler: AnswerAssembler
  readonly #check: ReportCheck
  #unverified = 0
  #isBegun = false

  constructor(assembler: AnswerAssembler, check: ReportCheck) {
    this.#assembler = assembler
    this.#check = check
  }

  /** Whether anything was told. */
  get isBegun(): boolean {
    return this.#isBegun
  }

  /** Checks a section and tells it. */
  async *tell({ heading, pieces }: ReportSection): AsyncGenerator<EngineEvent, void> {
    let head = heading
    for (const [at, piece] of pieces.entries()) {
      // Other runs get their turn between two paragraphs; a whole report would hold them up.
      await turn()
      const last = head === '' ? pieces[at - 1] : undefined
      const parts = this.#partsOf(piece, last)
      if (parts.length === 0) continue
      const before = gap(piece, last)
      if (head !== '') yield* this.#push([text(`${this.#isBegun ? '\n\n' : ''}**${head}**`)])
      head = ''
      yield* this.#push([text(this.#isBegun ? before : ''), ...parts])
    }
  }

  /** Says how much of the report has no source, or is not borne out by it. */
  *tellCounts(): Generator<EngineEvent> {
    if (this.#isBegun) yield* this.#push(tellCounts(this.uncited, this.#unverified))
  }

  #partsOf(piece: Piece, last: Piece | undefined): AnswerPart[] {
    const checked = this.#check.check(piece)
    const told = checked.flatMap((one) => (one ? [one] : []))
    if (told.length === 0) return []
    for (const { uncited, unverified } of told) {
      this.uncited += Number(uncited)
      this.#unverified += Number(unverified)
    }
    if ('cells' in piece) return rowOf(checked, last)
    const joined = told.flatMap(({ parts }, at) => (at === 0 ? parts : [text(' '), ...parts]))
    return piece.kind === 'item' ? [text('- '), ...joined] : joined
  }

  *#push(parts: readonly AnswerPart[]): Generator<EngineEvent> {
    for (const part of parts) {
      const content = this.#assembler.push(part)
      this.#isBegun ||= content !== ''
      if (content !== '') yield { type: 'answer', content }
    }
  }
}

/** What parts a piece from the one before it. */
function gap(piece: Piece, last: Piece | undefined): string {
  const isTable = (one: Piece | undefined) => one?.kind === 'row' || one?.kind === 'head'
  const goesOn = (piece.kind === 'item' && last?.kind === 'item') || (piece.kind === 'row' && isTable(last))
  return goesOn ? '\n' : '\n\n'
}

/** A row of a table; one that no head stands before becomes one. */
function rowOf(checked: readonly (CheckedDraft | undefined)[], last: Piece | undefined): AnswerPart[] {
  const cells = checked.flatMap((one) => [text(' '), ...(one ? inCell(one.parts) : []), text(' |')])
  const isFirst = last?.kind !== 'row' && last?.kind !== 'head'
  return [text('|'), ...cells, ...(isFirst ? [text(`\n|${' --- |'.repeat(checked.length)}`)] : [])]
}

function inCell(parts: readonly AnswerPart[]): AnswerPart[] {
  return parts.map((part) => ({ ...part, text: part.text.replace(/[|\n]+/g, ' ') }))
}
