/** A piece of an answer: text, or the beginning or end of a cited span. */
export type CiteToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly id: string }
  | { readonly type: 'close'; readonly id: string }

const CLOSE = '</cite>'
const OPEN = '<cite id="'
/** An id longer than this is no id, or a quote that never comes would hold back the rest of the answer. */
const MAX_ID_LENGTH = 256

/** What stands at a `<`: a whole tag, the beginning of one, or neither. */
type Tag = { readonly end: number; readonly id?: string } | 'unfinished' | undefined

function openTagAt(text: string, start: number): Tag {
  const idStart = start + OPEN.length
  const limit = Math.min(text.length, idStart + MAX_ID_LENGTH + 1)
  for (let index = idStart; index < limit; index += 1) {
    const character = text[index]
    if (character === '<' || character === '>' || character === '\n') return undefined
    if (character !== '"') continue
    if (index + 1 === text.length) return 'unfinished'
    return text[index + 1] === '>' ? { end: index + 2, id: text.slice(idStart, index) } : undefined
  }
  return limit === text.length && limit <= idStart + MAX_ID_LENGTH ? 'unfinished' : undefined
}

function tagAt(text: string, start: number): Tag {
  if (text.startsWith(CLOSE, start)) return { end: start + CLOSE.length }
  if (text.startsWith(OPEN, start)) return openTagAt(text, start)
  const rest = text.slice(start, start + OPEN.length)
  return CLOSE.startsWith(rest) || OPEN.startsWith(rest) ? 'unfinished' : undefined
}

/**
 * Splits an answer into text and cite tags while it arrives. However the answer is cut into fragments, the tokens are
 * the same; only a suffix that can still become a tag is held back.
 *
 * A tag is exactly `<cite id="…">` or `</cite>`; the id holds no `"`, `<`, `>` or newline and is at most 256 long.
 * Anything else is text. A `</cite>` that closes nothing has the id `''`.
 *
 * @example
 * ```ts
 * import { CiteParser } from '@deep-research/sdk/citations'
 *
 * const parser = new CiteParser()
 * for (const fragment of ['Water <cite id="ci', 'te_1">boils</ci', 'te>.']) console.log(parser.push(fragment))
 * console.log(parser.end())
 * ```
 */
export class CiteParser {
  #held = ''
  readonly #open: string[] = []

  /** Takes the next fragment; returns what is certain by now. */
  push(fragment: string): CiteToken[] {
    if (this.#held === '' && !fragment.includes('<')) return fragment === '' ? [] : [{ type: 'text', text: fragment }]
    return this.#split(this.#held + fragment)
  }

  /** The answer is over: what was held back is text. The parser can then take another answer. */
  end(): CiteToken[] {
    const text = this.#held
    this.#held = ''
    this.#open.length = 0
    return text === '' ? [] : [{ type: 'text', text }]
  }

  #split(text: string): CiteToken[] {
    const tokens: CiteToken[] = []
    let from = 0
    let at = text.indexOf('<')
    const takeText = (to: number): void => {
      if (to > from) tokens.push({ type: 'text', text: text.slice(from, to) })
      from = to
    }
    while (at !== -1) {
      const tag = tagAt(text, at)
      if (tag === 'unfinished') break
      if (tag !== undefined) {
        takeText(at)
        tokens.push(this.#token(tag.id))
        from = tag.end
      }
      at = text.indexOf('<', tag?.end ?? at + 1)
    }
    takeText(at === -1 ? text.length : at)
    this.#held = text.slice(from)
    return tokens
  }

  #token(opened: string | undefined): CiteToken {
    if (opened === undefined) return { type: 'close', id: this.#open.pop() ?? '' }
    this.#open.push(opened)
    return { type: 'open', id: opened }
  }
}
