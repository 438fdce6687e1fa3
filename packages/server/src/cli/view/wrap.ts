/** Sequences that change colours or begin and end links. They take no space on a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by control characters.
const INVISIBLE = /\u001B(?:\[[0-9;]*m|\]8;;[^\u001B]*\u001B\\)/g

/** Wraps a stream of text into lines of a given width, word by word as it arrives. */
export class Wrapper {
  readonly #write: (text: string) => void
  readonly #width: number
  #column = 0
  #word = ''

  constructor(write: (text: string) => void, width: number) {
    this.#write = write
    this.#width = width
  }

  push(text: string): void {
    for (const piece of text.split(/([ \n])/)) {
      if (piece === '\n') {
        this.end()
        this.#write('\n')
        this.#column = 0
      } else if (piece === ' ') {
        this.end()
        if (this.#column > 0 && this.#column < this.#width) {
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
    if (this.#column > 0 && this.#column + visible > this.#width) {
      this.#write('\n')
      this.#column = 0
    }
    this.#write(this.#word)
    this.#column += visible
    this.#word = ''
  }
}
