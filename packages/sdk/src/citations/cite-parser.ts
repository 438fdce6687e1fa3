/** A piece of an answer: text, or the beginning or end of a cited span. */
export type CiteToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly id: string }
  | { readonly type: 'close'; readonly id: string }

/** An id longer than 256 is no id, or a quote that never comes would hold back the rest of the answer. */
const TAG = /<cite id="([^"<>\n]{0,256})">|<\/cite>/g
const TAG_BEGUN = /^<cite id="[^"<>\n]{0,256}"?$/

/** Where, from `from` on, a tag may begin that the next fragment goes on with: no tag holds another `<`. */
function beginOfTag(text: string, from: number): number {
  const at = text.lastIndexOf('<')
  if (at < from) return text.length
  const rest = text.slice(at)
  const begun = '</cite>'.startsWith(rest) || '<cite id="'.startsWith(rest) || TAG_BEGUN.test(rest)
  return begun ? at : text.length
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
    const tokens: CiteToken[] = []
    const given = this.#held + fragment
    let from = 0
    const takeText = (to: number): void => {
      if (to > from) tokens.push({ type: 'text', text: given.slice(from, to) })
    }
    // Not `matchAll`, which makes another expression at each call.
    TAG.lastIndex = 0
    for (let found = TAG.exec(given); found; found = TAG.exec(given)) {
      takeText(found.index)
      tokens.push(this.#token(found[1]))
      from = TAG.lastIndex
    }
    const held = beginOfTag(given, from)
    takeText(held)
    this.#held = given.slice(held)
    return tokens
  }

  /** The answer is over: what was held back is text. The parser can then take another answer. */
  end(): CiteToken[] {
    const text = this.#held
    this.#held = ''
    this.#open.length = 0
    return text === '' ? [] : [{ type: 'text', text }]
  }

  #token(opened: string | undefined): CiteToken {
    if (opened === undefined) return { type: 'close', id: this.#open.pop() ?? '' }
    this.#open.push(opened)
    return { type: 'open', id: opened }
  }
}
