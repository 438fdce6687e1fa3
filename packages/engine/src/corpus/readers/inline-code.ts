import type { TextBuilder } from './text-builder.ts'

/** White space around code, and what a line ends with. */
const UNEVEN = /^\s|\s$|[\r\n\u2028\u2029]/

/** Writes running text and the code in it, which Markdown sets in backticks. */
export class InlineCode {
  readonly #builder: TextBuilder
  #open: { text: string; depth: number } | undefined
  /** Code that has ended, and that other code may adjoin: `--port=` and `n`. */
  #ended: string | undefined

  constructor(builder: TextBuilder) {
    this.#builder = builder
  }

  begin(): void {
    this.#open ??= { text: '', depth: 0 }
    this.#open.depth += 1
  }

  end(): void {
    if (this.#open === undefined) return
    this.#open.depth -= 1
    if (this.#open.depth === 0) this.#close()
  }

  text(text: string): void {
    if (this.#open !== undefined) this.#open.text += text
    else if (text !== '') {
      this.writeEnded()
      this.#builder.text(text)
    }
  }

  break(): void {
    if (this.#open === undefined) this.#builder.line()
    else this.#open.text += ' '
  }

  /** All was read that goes on with a line. */
  finish(): void {
    this.#close()
    this.writeEnded()
  }

  /** No code adjoins what has ended. */
  writeEnded(): void {
    const code = this.#ended
    this.#ended = undefined
    if (code !== undefined) this.#builder.text(UNEVEN.test(code) ? code.replace(/\S.*\S|\S/, '`$&`') : `\`${code}\``)
  }

  #close(): void {
    const { text: code = '' } = this.#open ?? {}
    this.#open = undefined
    if (code === '') return
    // Backticks and line breaks in it are seldom, and would need other marks.
    if (code.trim() === '' || /[`\n]/.test(code)) {
      this.writeEnded()
      this.#builder.text(code)
    } else this.#ended = `${this.#ended ?? ''}${code}`
    // The term of an item ends where its code does.
    if (this.#builder.isInTerm) this.writeEnded()
  }
}
