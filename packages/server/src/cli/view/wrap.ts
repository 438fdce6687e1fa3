/** Sequences that change colours or begin and end links. They take no space on a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by control characters.
const INVISIBLE = /\u001B(?:\[[0-9;]*m|\]8;;[^\u001B]*\u001B\\)/g

/** The line that opens or closes code, or a row of a table. */
const FENCE = /^ *(`{3,}|~{3,})/
const ROW = /^ *\|/

/** Wraps a stream of text into lines of a given width, word by word as it arrives; lines of code stay as they are, and tables have their columns below each other. */
export class Wrapper {
  readonly #write: (text: string) => void
  readonly #width: number
  #column = 0
  #word = ''
  /** What the line holds so far, without what is not seen: enough of it to tell code from text. */
  #line = ''
  #fence: string | undefined
  /** The row that is being written, and the rows of its table before it. */
  #row = ''
  readonly #rows: string[] = []
  /** What stands below the block of code that is being written. */
  #below = ''

  constructor(write: (text: string) => void, width: number) {
    this.#write = write
    this.#width = width
  }

  /** Writes a mark behind what was written; behind a block of code, below it. */
  mark(text: string): void {
    if (this.#fence === undefined) this.push(text)
    else this.#below += text
  }

  /** Writes all that was held back; nothing follows. */
  finish(): void {
    this.end()
    const closes = FENCE.exec(this.#line)?.[1]?.startsWith(this.#fence ?? '')
    if (this.#row !== '') this.#rows.push(this.#row)
    this.#endTable(false)
    if (closes !== false && this.#below !== '') this.#write(`\n${this.#below}`)
  }

  push(text: string): void {
    for (const piece of text.split(/([ \n])/)) {
      if (piece === '\n') {
        this.end()
        if (this.#isRow()) {
          this.#rows.push(this.#row)
          this.#row = ''
        } else {
          this.#endTable(true)
          this.#write('\n')
        }
        this.#endLine()
      } else if (piece === ' ') {
        this.end()
        this.#line += ' '
        if (this.#isRow()) this.#row += ' '
        else if (this.#isKept() || (this.#column > 0 && this.#column < this.#width)) {
          this.#endTable(true)
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
    if (this.#isRow()) {
      this.#row += this.#word
      this.#word = ''
      return
    }
    this.#endTable(true)
    if (!this.#isKept() && this.#column > 0 && this.#column + visible > this.#width) {
      this.#write('\n')
      this.#column = 0
    }
    this.#write(this.#word)
    this.#column += visible
    this.#word = ''
  }

  #isRow(): boolean {
    return this.#fence === undefined && ROW.test(this.#line)
  }

  /** Writes the rows of a table that has ended. */
  #endTable(goesOn: boolean): void {
    if (this.#rows.length === 0) return
    this.#write(aligned(this.#rows, this.#width).join('\n') + (goesOn ? '\n' : ''))
    this.#rows.length = 0
  }

  /** Whether the white space of the line has a meaning. */
  #isKept(): boolean {
    return this.#fence !== undefined || /^ *$/.test(this.#line) || ROW.test(this.#line) || FENCE.test(this.#line)
  }

  #endLine(): void {
    const [, fence] = FENCE.exec(this.#line) ?? []
    if (this.#fence === undefined) this.#fence = fence
    else if (fence?.startsWith(this.#fence)) {
      this.#fence = undefined
      if (this.#below !== '') this.#write(`${this.#below}\n`)
      this.#below = ''
    }
    this.#column = 0
    this.#line = ''
  }
}

const RULE = /^ *\|(?: *:?-+:? *\|)+ *$/

/** Rows with their columns below each other, as far as they fit a line; else as they are. */
function aligned(rows: readonly string[], width: number): readonly string[] {
  const cells = rows.map((row) =>
    row
      .replace(/^ *\||(?<!\\)\| *$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )
  const seen = (cell: string) => cell.replaceAll(INVISIBLE, '').length
  const columns = cells[0]?.map((_, at) =>
    Math.max(...cells.map((row, i) => (RULE.test(rows[i] ?? '') ? 3 : seen(row[at] ?? '')))),
  )
  if (columns === undefined || columns.reduce((sum, column) => sum + column + 3, 1) > width) return rows
  return cells.map((row, i) => {
    const isRule = RULE.test(rows[i] ?? '')
    const padded = columns.map((column, at) =>
      isRule ? '-'.repeat(column) : (row[at] ?? '') + ' '.repeat(column - seen(row[at] ?? '')),
    )
    return `| ${padded.join(' | ')} |`
  })
}
