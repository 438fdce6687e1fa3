/** A paragraph with fewer links tells something. */
const LEAST_LINKS = 2
/** Text beside links that is looked at: more of it tells something. */
const LONGEST_LABEL = 60
/** A label in front of links, and what stands between them: "Languages: en | fr". */
const BETWEEN_LINKS = /^(?:[\p{L} ]{1,30}[:：])?[\s|·•>»«›/,–—-]*$/u
/** The labels of links to the pages around: "Next: Gates, Up: Locks [Contents]". */
const PAGES_AROUND =
  /^[\s,|·[\]()-]*(?:(?:next|prev(?:ious)?|up|back|forward|top|home|first|last|contents|index)\s*[:：][\s,|·[\]()-]*)+$/iu

/** Looked for from the end, as a pattern would try every place before it: a stop, with what closes a quotation behind it. */
function endsSentence(words: string): boolean {
  let last = words.length - 1
  while (last >= 0 && isClosing(words.charCodeAt(last))) last -= 1
  return last >= 0 && isStop(words.charCodeAt(last))
}

const [QUOTE, CURLY_QUOTE, CURLY_APOSTROPHE, BRACKET] = [0x22, 0x201d, 0x2019, 0x29]
const [EXCLAMATION_MARK, POINT, QUESTION_MARK] = [0x21, 0x2e, 0x3f]

const isClosing = (code: number): boolean =>
  code === QUOTE || code === CURLY_QUOTE || code === CURLY_APOSTROPHE || code === BRACKET
const isStop = (code: number): boolean => code === POINT || code === EXCLAMATION_MARK || code === QUESTION_MARK

/** Where what stands before a link ends, and where the link starts. */
export interface LinkPlace {
  after: number
  start: number
}

/** What of a block is links. */
export class Links {
  #open = 0
  #fresh = false
  #count = 0
  #text = ''
  #pointer: LinkPlace | undefined
  #ended = false
  #announces = false

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
    this.#pointer = undefined
    this.#ended = false
  }

  /** `after`: where what stands before them ends; `start`: where they start. */
  write(words: string, after: number, start: number): void {
    if (this.#open === 0) this.#pointer = undefined
    else if (this.#ended) this.#pointer ??= { after, start }
    this.#ended = endsSentence(words)
    this.#announces = words.endsWith(':')
    if (this.#open === 0) this.#text += words.slice(0, LONGEST_LABEL - this.#text.length)
    else if (this.#fresh) this.#count += 1
    this.#fresh = false
  }

  /** Where links stand behind the last sentence of the block, and are none: "API documentation". */
  get pointer(): LinkPlace | undefined {
    return this.#ended || this.#announces ? undefined : this.#pointer
  }

  /** Whether the block consists of links, and so leads the reader to other places. */
  get leadElsewhere(): boolean {
    if (this.#text.length >= LONGEST_LABEL) return false
    const areAround = this.#count > 0 && PAGES_AROUND.test(this.#text)
    return areAround || (this.#count >= LEAST_LINKS && BETWEEN_LINKS.test(this.#text))
  }
}
