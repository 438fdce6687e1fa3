const LINE_BREAK = 0x0a
const FIRST_NON_ASCII = 0x80

/** The most bytes that UTF-8 needs for one UTF-16 code unit. */
const MOST_BYTES_A_CHARACTER = 3

/** Two hexadecimal digits say how many characters a line shares. */
const DIGITS = 2
const MOST_SHARED = 255
const HEX = '0123456789abcdef'

/**
 * A line that shares fewer characters is written in full: the lines after it may share more with it than with the one
 * before.
 */
const LEAST_SHARED = 24

/** The most bytes that a line takes, with its line break. */
export function mostBytesOf(json: string): number {
  return json.length * MOST_BYTES_A_CHARACTER + 1
}

/**
 * Writes envelopes into a block, one per line. Neighbours often begin alike, with the same type and request id, so a
 * line may leave out its beginning: it then starts with two hexadecimal digits, which say how many characters of the
 * last full line come first. A full line starts with `{`. JSON contains no raw line break.
 */
export class LineWriter {
  readonly block: Buffer
  /** The size of the block in bytes. */
  readonly size: number
  /** How many bytes are written. */
  used = 0
  /** Where the last full line begins. */
  #full = 0
  #fullBytes = 0

  constructor(block: Buffer) {
    this.block = block
    this.size = block.length
  }

  /** @returns how many bytes of UTF-8 the envelope has. The block must have room for `mostBytesOf` it. */
  write(json: string): number {
    const { block, used } = this
    const shared = this.#shared(json)
    if (shared < LEAST_SHARED) {
      const bytes = block.write(json, used)
      this.#full = used
      this.#fullBytes = bytes
      this.#endLine(used + bytes)
      return bytes
    }
    block[used] = HEX.charCodeAt(shared >> 4)
    block[used + 1] = HEX.charCodeAt(shared & 15)
    const bytes = block.write(json.slice(shared), used + DIGITS)
    this.#endLine(used + DIGITS + bytes)
    return shared + bytes
  }

  /** How many characters an envelope shares with the last full line. Only ASCII counts, so that it is as many bytes. */
  #shared(json: string): number {
    const { block } = this
    const full = this.#full
    const most = Math.min(json.length, this.#fullBytes, MOST_SHARED)
    let shared = 0
    for (; shared < most; shared += 1) {
      const code = json.charCodeAt(shared)
      if (code !== block[full + shared] || code >= FIRST_NON_ASCII) break
    }
    return shared
  }

  #endLine(at: number): void {
    this.block[at] = LINE_BREAK
    this.used = at + 1
  }
}

/** The envelopes of lines that `LineWriter` wrote. */
export function readLines(lines: string): string[] {
  let full = ''
  return lines.split('\n').map((line) => {
    if (!line.startsWith('{')) return full.slice(0, Number.parseInt(line.slice(0, DIGITS), 16)) + line.slice(DIGITS)
    full = line
    return line
  })
}
