/** Bytes that most passages need; a longer text gets more. */
const USUAL = 8_192
const SPACE = 0x20
const LAST_ASCII = 0x7f
/** Makes a letter of ASCII a lower one; a digit stays what it is. */
export const LOWER = 0x20

/** Makes one string of many terms, parted by spaces: letter by letter, in a third of the time that joining a list takes. */
export class JoinedTerms {
  #bytes = Buffer.alloc(USUAL)
  #end = 0
  /** What stands before the bytes. */
  #text = ''

  add(term: string): void {
    const { length } = term
    if (this.#end + length + 1 > this.#bytes.length) this.#grow(length + 1)
    const bytes = this.#bytes
    const before = this.#end
    let end = before
    if (end > 0 || this.#text !== '') bytes[end++] = SPACE
    for (let at = 0; at < length; at += 1) {
      const code = term.charCodeAt(at)
      if (code > LAST_ASCII) {
        this.#text += `${bytes.toString('latin1', 0, before)}${before > 0 || this.#text !== '' ? ' ' : ''}${term}`
        this.#end = 0
        return
      }
      bytes[end++] = code
    }
    this.#end = end
  }

  /** Adds so many letters and digits of ASCII from a place of a text on, in lower case. */
  addLower(units: Uint16Array, start: number, length: number): void {
    if (this.#end + length + 1 > this.#bytes.length) this.#grow(length + 1)
    const bytes = this.#bytes
    let end = this.#end
    if (end > 0 || this.#text !== '') bytes[end++] = SPACE
    for (let at = start; at < start + length; at += 1) bytes[end++] = (units[at] as number) | LOWER
    this.#end = end
  }

  /** All that was added since it was last taken. */
  take(): string {
    const all = this.#text + this.#bytes.toString('latin1', 0, this.#end)
    this.#text = ''
    this.#end = 0
    return all
  }

  #grow(by: number): void {
    const larger = Buffer.alloc(2 * (this.#bytes.length + by))
    this.#bytes.copy(larger)
    this.#bytes = larger
  }
}
