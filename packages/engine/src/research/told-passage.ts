import type { AnswerPart } from '#cite/assemble.ts'
import { visibleLine } from '#language/visible.ts'
import { wordsIn } from '#language/words-in.ts'
import { speaks } from '#model/added.ts'
import type { Draft } from '#model/draft-parser.ts'
import type { CheckedSentence } from '#model/sentence-check.ts'
import { isFounded } from './headings.ts'
import type { Piece } from './section-text.ts'
import type { WrittenPassage } from './section-writer.ts'

/** A stretch of a passage as it is told, what parts it from the one before, and what is to be counted of it. */
export interface ToldStretch {
  before: '' | ' ' | '\n' | '\n\n'
  parts: AnswerPart[]
  /** A source is given for it. */
  cited: boolean
  /** It states something, and nothing is cited for it. */
  uncited: boolean
  /** Its sources do not bear it out for certain. */
  unverified: boolean
}

const text = (words: string): AnswerPart => ({ kind: 'text', text: words })
/** UTF-16 units of the name of a row or a column. */
const LONGEST_NAME = 80
const NOTHING = '–'

interface Limits {
  question: string
  /** Words that the passage may have. */
  words: number
  /** What was told before, as it is compared: nothing is told twice. Undefined where that does not matter. */
  said: Set<string> | undefined
}

/**
 * What of a written passage is told: what is cited and not wrong, one sentence without a source that leads a paragraph, and in
 * the first paragraph of a report one more that draws the others together.
 */
export function toldOf(written: WrittenPassage, limits: Limits): ToldStretch[] {
  return new Selection(written, limits).stretches()
}

class Selection {
  readonly #written: WrittenPassage
  readonly #limits: Limits
  #words = 0
  #draws: boolean

  constructor(written: WrittenPassage, limits: Limits) {
    this.#written = written
    this.#limits = limits
    this.#draws = written.passage.heading === undefined
  }

  stretches(): ToldStretch[] {
    const told: ToldStretch[] = []
    const { pieces } = this.#written
    let rows: (Piece & { kind: 'row' | 'head' })[] = []
    for (const [at, piece] of pieces.entries()) {
      const next = pieces[at + 1]
      if (piece.kind === 'row' || piece.kind === 'head') {
        rows.push(piece)
        if (next?.kind === 'row') continue
        told.push(...this.#table(rows))
        rows = []
      } else told.push(...this.#sentences(piece, pieces[at - 1], next))
    }
    if (told[0]) told[0].before = ''
    return told.some(({ cited }) => cited) ? told : []
  }

  /** The sentences of a paragraph or an item that may be told. */
  #sentences(
    piece: Piece & { kind: 'paragraph' | 'item' },
    last: Piece | undefined,
    next: Piece | undefined,
  ): ToldStretch[] {
    const { checked } = this.#written
    const isItem = piece.kind === 'item'
    const told: ToldStretch[] = []
    const before = this.#words
    for (const [at, draft] of piece.drafts.entries()) {
      const sentence = checked.get(draft)
      if (!sentence || !this.#hasRoom(sentence.parts)) continue
      const isLead = at === 0 && !isItem
      const kind = this.#kindOf(sentence, draft, isLead)
      if (kind === undefined || !this.#isNew(sentence)) continue
      const first = isItem ? (last?.kind === 'item' ? '\n' : '\n\n') : '\n\n'
      const marked = isItem && told.length === 0 ? [text('- '), ...sentence.parts] : sentence.parts
      told.push({ before: told.length === 0 ? first : ' ', parts: marked, ...kind })
      this.#words += wordsOf(sentence.parts)
    }
    // What only leads stands before what it leads to.
    const leadsOn = next !== undefined && next.kind !== 'paragraph'
    if (told.some(({ cited }) => cited) || (leadsOn && !isItem)) return told
    this.#words = before
    return []
  }

  #kindOf(sentence: CheckedSentence, draft: Draft, isLead: boolean): Omit<ToldStretch, 'before' | 'parts'> | undefined {
    const { cited, uncited, wrong, borneOut } = sentence
    if (cited.length > 0) return uncited || wrong ? undefined : { cited: true, uncited: false, unverified: !borneOut }
    if (!(isLead || this.#draws) || !this.#isFounded(draft.text) || speaks(draft.text)) return undefined
    if (!isLead) this.#draws = false
    return { cited: false, uncited, unverified: false }
  }

  /** A table, where its rows have cells that may be told. */
  #table(rows: readonly (Piece & { kind: 'row' | 'head' })[]): ToldStretch[] {
    const head = rows.find(({ kind }) => kind === 'head')
    if (!head) return []
    const columns = head.cells.length
    const told = rows.flatMap((row): ToldStretch[] => {
      const [label, ...cells] = row.cells
      const name = inCell(label?.text ?? '')
      if (row.kind === 'head' || !this.#isFounded(name)) return []
      const filled = Array.from({ length: columns - 1 }, (_, at) => this.#cell(cells[at]))
      if (filled.every((cell) => cell === undefined)) return []
      const parts = [
        text(`| ${name} |`),
        ...filled.flatMap((cell) => [text(' '), ...(cell?.parts ?? [text(NOTHING)]), text(' |')]),
      ]
      if (!this.#hasRoom(parts)) return []
      this.#words += wordsOf(parts)
      return [
        { before: '\n', parts, cited: true, uncited: false, unverified: filled.some((cell) => cell && !cell.borneOut) },
      ]
    })
    const names = head.cells.map((cell) => inCell(cell.text))
    if (told.length === 0 || !names.every((name) => this.#isFounded(name))) return []
    const line = text(`| ${names.join(' | ')} |\n|${' --- |'.repeat(columns)}`)
    return [{ before: '\n\n', parts: [line], cited: false, uncited: false, unverified: false }, ...told]
  }

  #cell(draft: Draft | undefined): CheckedSentence | undefined {
    const sentence = draft && this.#written.checked.get(draft)
    const isTold = sentence && sentence.cited.length > 0 && !sentence.wrong
    return isTold && !sentence.parts.some((part) => /[|\n]/.test(part.text)) ? sentence : undefined
  }

  #isFounded(words: string): boolean {
    return isFounded(words, this.#limits.question, this.#written.passage.notes)
  }

  #isNew({ parts }: CheckedSentence): boolean {
    const { said = new Set() } = this.#limits
    const words = parts.map((part) => part.text).join('')
    const before = said.size
    return said.add(words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')).size > before
  }

  #hasRoom(parts: readonly AnswerPart[]): boolean {
    return this.#words === 0 || this.#words + wordsOf(parts) <= this.#limits.words
  }
}

const wordsOf = (parts: readonly AnswerPart[]) => parts.reduce((sum, part) => sum + wordsIn(part.text), 0)
const inCell = (words: string) => visibleLine(words.replaceAll('|', '/'), LONGEST_NAME)
