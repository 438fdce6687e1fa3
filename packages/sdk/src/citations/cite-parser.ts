import { scanTags } from './scan-tags.ts'

/** A piece of an answer: text, or the beginning or end of a cited span. */
export type CiteToken =
  | {
      readonly type: 'text'
      /** A piece of the answer. */
      readonly text: string
    }
  | {
      readonly type: 'open'
      /** The citation that begins here. */
      readonly id: string
    }
  | {
      readonly type: 'close'
      /** The citation that ends here. */
      readonly id: string
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
  #tokens: CiteToken[] = []
  #open: string[] = []
  readonly #scan = scanTags(
    (text) => this.#tokens.push({ type: 'text', text }),
    (id) => this.#tokens.push(this.#tag(id)),
  )

  /** Takes the next fragment and returns the tokens that are certain by now. */
  push(fragment: string): CiteToken[] {
    return this.#read(fragment, false)
  }

  /** Ends the answer and returns what was held back as text. The parser can then take another answer. */
  end(): CiteToken[] {
    const tokens = this.#read('', true)
    this.#open = []
    return tokens
  }

  #read(fragment: string, isLast: boolean): CiteToken[] {
    this.#tokens = []
    this.#scan(fragment, isLast)
    return this.#tokens
  }

  #tag(opened: string | undefined): CiteToken {
    if (opened === undefined) return { type: 'close', id: this.#open.pop() ?? '' }
    this.#open.push(opened)
    return { type: 'open', id: opened }
  }
}
