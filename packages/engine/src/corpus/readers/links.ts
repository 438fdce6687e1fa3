/** A paragraph with fewer links tells something. */
const LEAST_LINKS = 2
/** Text beside links that is looked at: more of it tells something. */
const LONGEST_LABEL = 60
/** A label in front of links, and what stands between them: "Languages: en | fr". */
const BETWEEN_LINKS = /^(?:[\p{L} ]{1,30}[:：])?[\s|·•>»«›/,–—-]*$/u

/** What of a block is links. */
export class Links {
  #open = 0
  #fresh = false
  #count = 0
  #text = ''

  /** Whether what follows is the text of a link. */
  get isOpen(): boolean {
    return this.#open > 0
  }

  begin(): void {
    this.#open += 1
    this.#fresh = true
  }

  end(): void {
    this.#open = Math.max(0, this.#open - 1)
  }

  /** Another block begins. */
  reset(): void {
    this.#count = 0
    this.#text = ''
  }

  write(words: string): void {
    if (this.#open === 0) this.#text += words.slice(0, LONGEST_LABEL - this.#text.length)
    else if (this.#fresh) this.#count += 1
    this.#fresh = false
  }

  /** Whether the block consists of links, and so leads the reader to other places. */
  get leadElsewhere(): boolean {
    return this.#count >= LEAST_LINKS && this.#text.length < LONGEST_LABEL && BETWEEN_LINKS.test(this.#text)
  }
}
