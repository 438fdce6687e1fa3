/** What a literal of JavaScript holds, as far as it can be told without running it. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Literal[]
  | { readonly [name: string]: Literal }

/** Deeper literals are made by a machine. */
const DEEPEST = 20
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
const STRING = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`/y
const NUMBER = /-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?/iy
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const WORDS: Readonly<Record<string, Literal>> = { true: true, false: false, null: null, undefined: undefined }
const ESCAPED = /\\([\s\S])/g
const SIGNS: Readonly<Record<string, string>> = { n: '\n', t: ' ', r: '' }

/** Reads a literal of JavaScript; undefined where the source is none, or holds what has to be run. */
export function readLiteral(source: string): Literal {
  const reader = new LiteralReader(source)
  try {
    return reader.whole()
  } catch (error) {
    if (error instanceof NoLiteralError) return undefined
    throw error
  }
}

class NoLiteralError extends Error {}

class LiteralReader {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  whole(): Literal {
    const found = this.#value(0)
    this.#match(SPACE)
    if (this.#at < this.#source.length) throw new NoLiteralError()
    return found
  }

  #value(depth: number): Literal {
    if (depth > DEEPEST) throw new NoLiteralError()
    this.#match(SPACE)
    if (this.#takes('[')) return this.#items(depth)
    if (this.#takes('{')) return this.#fields(depth)
    const string = this.#match(STRING)
    if (string !== undefined) return unquoted(string)
    const number = this.#match(NUMBER)
    if (number !== undefined) return Number(number.replaceAll('_', ''))
    const word = this.#match(NAME)
    if (word === undefined || !(word in WORDS)) throw new NoLiteralError()
    return WORDS[word]
  }

  #items(depth: number): Literal[] {
    const found: Literal[] = []
    while (!this.#ends(']')) {
      found.push(this.#value(depth + 1))
      if (!this.#goesOn(']')) break
    }
    return found
  }

  #fields(depth: number): Record<string, Literal> {
    const found = new Map<string, Literal>()
    while (!this.#ends('}')) {
      const quoted = this.#match(STRING)
      const name = quoted === undefined ? this.#match(NAME) : unquoted(quoted)
      this.#match(SPACE)
      if (name === undefined || !this.#takes(':')) throw new NoLiteralError()
      found.set(name, this.#value(depth + 1))
      if (!this.#goesOn('}')) break
    }
    return Object.fromEntries(found)
  }

  #ends(mark: string): boolean {
    this.#match(SPACE)
    return this.#takes(mark)
  }

  /** Whether another value follows; else the list ends here. */
  #goesOn(end: string): boolean {
    this.#match(SPACE)
    if (this.#takes(',')) return true
    if (!this.#takes(end)) throw new NoLiteralError()
    return false
  }

  #takes(mark: string): boolean {
    const is = this.#source[this.#at] === mark
    if (is) this.#at += 1
    return is
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }
}

function unquoted(string: string): string {
  if (string.startsWith('`') && string.includes('${')) throw new NoLiteralError()
  return string.slice(1, -1).replace(ESCAPED, (_, sign: string) => SIGNS[sign] ?? sign)
}
