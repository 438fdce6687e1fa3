import { BREAK, linesOf } from './shown-breaks.ts'
import type { TextBuilder } from './text-builder.ts'

/** What most code within a line holds none of. */
const UNUSUAL = new RegExp(`[\`\\n${BREAK}]`)
/** White space around code, and what a line ends with. */
const UNEVEN = /^\s|\s$|[\r\n\u2028\u2029]/

/** Writes running text and the code in it, which Markdown sets in backticks; code that is all of a paragraph is shown as code. */
export class InlineCode {
  readonly #builder: TextBuilder
  #open: { text: string; depth: number } | undefined
  /** Code that has ended, and that other code may adjoin: `--port=` and `n`. */
  #ended: string | undefined
  /** Whether nothing was written since a paragraph began. */
  #fresh = false
  /** Code that is all of its paragraph so far, and whether white space follows it. */
  #held: { code: string; apart: boolean } | undefined

  constructor(builder: TextBuilder) {
    this.#builder = builder
  }

  begin(): void {
    this.#open ??= { text: '', depth: 0 }
    this.#open.depth += 1
  }

  /** `isExample`: it stands in what shows code, however that is marked. */
  end(isExample: boolean): void {
    if (this.#open === undefined) return
    this.#open.depth -= 1
    if (this.#open.depth === 0) this.#close(isExample)
  }

  text(text: string): void {
    if (this.#open !== undefined) {
      this.#open.text += text
      return
    }
    if ((this.#fresh || this.#held !== undefined) && text.trim() !== '') this.#release()
    if (text === '') return
    this.writeEnded()
    if (this.#held === undefined) this.#builder.text(text)
    else this.#held.apart = true
  }

  break(): void {
    if (this.#open === undefined) this.#builder.line()
    else this.#open.text += BREAK
  }

  beginParagraph(): void {
    this.#fresh = true
  }

  /** A block begins or ends. */
  endBlock(isExample: boolean): void {
    this.finish(isExample)
    if (this.#held !== undefined) this.#builder.code(linesOf(this.#held.code))
    this.#held = undefined
    this.#fresh = false
  }

  /** All was read that goes on with a line. */
  finish(isExample: boolean): void {
    this.#close(isExample)
    this.writeEnded()
  }

  /** No code adjoins what has ended. */
  writeEnded(): void {
    const code = this.#ended
    this.#ended = undefined
    if (code !== undefined) this.#builder.text(UNEVEN.test(code) ? code.replace(/\S.*\S|\S/, '`$&`') : `\`${code}\``)
  }

  #close(isExample: boolean): void {
    if (this.#open === undefined) return
    const { text: code } = this.#open
    this.#open = undefined
    const isBlock = this.#fresh && this.#held === undefined && (isExample || code.trim().includes(BREAK))
    if (isBlock) this.#held = { code, apart: false }
    else {
      this.#release()
      this.#write(code)
    }
  }

  /** What was held is code within text after all. */
  #release(): void {
    const held = this.#held
    this.#held = undefined
    this.#fresh = false
    if (held === undefined) return
    this.#write(held.code)
    if (held.apart) this.text(' ')
  }

  #write(marked: string): void {
    const isUsual = !UNUSUAL.test(marked)
    const code = isUsual ? marked : marked.replaceAll(BREAK, ' ')
    // Backticks and line breaks in it are seldom, and would need other marks.
    if (code.trim() === '' || (!isUsual && /[`\n]/.test(code))) {
      this.writeEnded()
      this.#builder.text(code)
    } else this.#ended = this.#ended === undefined ? code : this.#ended + code
    // The term of an item ends where its code does.
    if (this.#builder.isInTerm) this.writeEnded()
  }
}
