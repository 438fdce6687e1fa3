/** Sequences that change colours or begin and end links. They take no space on a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by control characters.
const INVISIBLE = /\u001B(?:\[[0-9;]*m|\]8;;[^\u001B]*\u001B\\)/g

/** The line that opens or closes code, or a row of a table. */
const FENCE = /^ *(`{3,}|~{3,})/
const ROW = /^ *\|/

/** Wraps a stream of text into lines of a given width, word by word as it arrives; lines of code and rows stay as they are. */
export class Wrapper {
  readonly #write: (text: string) => void
  readonly #width: number
  #column = 0
  #word = ''
  /** What the line holds so far, without what is not seen: enough of it to tell code from text. */
  #line = ''
  #fence: string | undefined

  constructor(write: (text: string) => void, width: number) {
    this.#write = write
    this.#width = width
  }

  push(text: string): void {
    for (const piece of text.split(/([ \n])/)) {
      if (piece === '\n') {
        this.end()
        this.#write('\n')
        this.#endLine()
      } else if (piece === ' ') {
        this.end()
        this.#line += ' '
        if (this.#isKept() || (this.#column > 0 && this.#column < this.#width)) {
          this.#write(' ')
          this.#column += 1
        }
      } else this.#word += piece
    }
  }

  /** Writes what was held back. */
  end(): void {
    if (this.#word === '') return
    const visible = this.#word.replaceAll(INVISIBLE, '').length
    this.#line += this.#word.replaceAll(INVISIBLE, '')
    if (!this.#isKept() && this.#column > 0 && this.#column + visible > this.#width) {
      this.#write('\n')
      this.#column = 0
    }
    this.#write(this.#word)
    this.#column += visible
    this.#word = ''
  }

  /** Whether the white space of the line has a meaning. */
  #isKept(): boolean {
    return this.#fence !== undefined || /^ *$/.test(this.#line) || ROW.test(this.#line) || FENCE.test(this.#line)
  }

  #endLine(): void {
    const [, fence] = FENCE.exec(this.#line) ?? []
    if (this.#fence === undefined) this.#fence = fence
    else if (fence?.startsWith(this.#fence)) this.#fence = undefined
    this.#column = 0
    this.#line = ''
  }
}
