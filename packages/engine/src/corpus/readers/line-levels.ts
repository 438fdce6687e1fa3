/** The level of headings that are known by nothing but their capitals. */
export const CAPITALS_LEVEL = 2
/** The level of the time at which what follows was said. */
export const TIME_LEVEL = 6
/** Headings have no more levels than this. */
const LAST_LEVEL = 6
/** Lists nested deeper are items of the last level. */
const DEEPEST_LIST = 8

/** The levels of headings, by what they are underlined with. */
export class Underlines {
  /** The outermost first. */
  readonly #marks: string[] = []

  levelOf(underline: string): number {
    const mark = underline.charAt(0)
    if (!this.#marks.includes(mark)) this.#marks.push(mark)
    return Math.min(LAST_LEVEL, this.#marks.indexOf(mark) + 1)
  }
}

/** The lists that are open, by their indentation. */
export class OpenLists {
  readonly #indents: number[] = []

  get isOpen(): boolean {
    return this.#indents.length > 0
  }

  /** How deep an item is that begins in such a column; what is deeper ends. */
  depthOf(indent: number): number {
    while ((this.#indents.at(-1) ?? -1) >= indent) this.#indents.pop()
    if (this.#indents.length < DEEPEST_LIST) this.#indents.push(indent)
    return this.#indents.length
  }

  end(): void {
    this.#indents.length = 0
  }
}
