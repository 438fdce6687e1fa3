/** Wraps a stream of text into lines of a given width, word by word as it arrives. */
export class Wrapper {
  readonly #write: (text: string) => void
  readonly #width: number
  #column = 0
  #word = ''
  #visible = 0

  constructor(write: (text: string) => void, width: number) {
    this.#write = write
    this.#width = width
  }

  /** Adds text; `visible` is false for text that takes no space, such as a change of colour. */
  push(text: string, visible = true): void {
    if (!visible) {
      this.#word += text
      return
    }
    for (const character of text) {
      if (character === '\n') {
        this.#flush()
        this.#write('\n')
        this.#column = 0
      } else if (character === ' ') {
        this.#flush()
        if (this.#column > 0 && this.#column < this.#width) {
          this.#write(' ')
          this.#column += 1
        }
      } else {
        this.#word += character
        this.#visible += 1
      }
    }
  }

  /** Writes what was held back. */
  end(): void {
    this.#flush()
  }

  #flush(): void {
    if (this.#word === '') return
    if (this.#column > 0 && this.#column + this.#visible > this.#width) {
      this.#write('\n')
      this.#column = 0
    }
    this.#write(this.#word)
    this.#column += this.#visible
    this.#word = ''
    this.#visible = 0
  }
}
