import type { Block } from '../types.ts'
import { isFold, labelIn, plainTitle } from './labels.ts'
import { BOX_LEVEL, SectionPath, termLevel } from './section-path.ts'
import { type BegunBlock, LONGEST_HEADING, LONGEST_TERM, withFormerTerm } from './settled-block.ts'

/** Of a heading that ends: how long it is, in UTF-16 units, what was written before it, and whether it stands in furniture. */
interface HeadingPlace {
  length: number
  before: Block | undefined
  isFurniture: boolean
}

/** The headings and terms of a text: the one that is being written, and those above the place. */
export class Headings {
  readonly #path = new SectionPath()
  /** The text of the heading or term that is being written, apart from the text, whose parts cost much to read back. */
  #title: string | undefined

  /** The headings above the place that is being written, and the terms that it belongs to. */
  get now(): readonly string[] {
    return this.#path.now
  }

  /** Whether a heading or a term is being written. */
  get isWithin(): boolean {
    return this.#title !== undefined
  }

  begin(): void {
    this.#title = ''
  }

  /** A term begins, unless one has begun already. */
  beginTerm(): void {
    this.#title ??= ''
  }

  /** What was written is no heading. */
  drop(): void {
    this.#title = undefined
  }

  write(core: string, gap: string): void {
    if (this.#title !== undefined) this.#title += this.#title === '' ? core : gap + core
  }

  /** The term has ended that an item explains: the item stands under it. */
  endTerm(item: BegunBlock): void {
    if (!this.#title) return
    const term = plainTitle(this.#title).replace(/(?<!\s)\s*[:：]$/u, '')
    if (term === '') return
    this.#title = undefined
    if (term.length > LONGEST_TERM) return
    this.#path.enter(termLevel(item.depth ?? 1), term)
    item.path = this.#path.now
  }

  /** A heading has ended: gives what it turned out to be, and whether it goes on as a paragraph. */
  end(open: BegunBlock, { length, before, isFurniture }: HeadingPlace): { block: BegunBlock; goesOn: boolean } {
    const title = plainTitle(this.#title ?? '')
    const { start, path, level = 1 } = open
    if (!isFurniture && labelIn(title) !== undefined) return { block: { start, kind: 'paragraph', path }, goesOn: true }
    if (length > LONGEST_HEADING) return { block: { start, kind: 'paragraph', path }, goesOn: false }
    if (level === BOX_LEVEL && isFold(title)) return { block: { start, kind: 'furniture', path }, goesOn: false }
    if (!isFurniture) {
      const whole = withFormerTerm(title, level, before, this.#path.now)
      this.#path.leave(level)
      open.path = this.#path.now
      this.#path.enter(level, whole)
    }
    return { block: open, goesOn: false }
  }

  /** What follows stands under nothing of this level or a deeper one. */
  leave(level: number): void {
    this.#path.leave(level)
  }

  /** What follows stands under the outermost title alone. */
  leaveInner(): void {
    this.#path.leaveInner()
  }
}
