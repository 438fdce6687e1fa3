import { sentences } from '#language/sentences.ts'
import type { Span } from '#language/span.ts'
import { type FoundHandle, takeHandles, withoutCutHandle } from './handles.ts'

/** A sentence as a model wrote it, its handles taken out. */
export interface Draft {
  text: string
  /** Offsets of `text`. */
  handles: readonly FoundHandle[]
  /** The white space before it: what parts it from the sentence before. */
  gap: string
}

/** Nobody writes a longer sentence; what has no end is cut at so many characters. */
const LONGEST = 3_000
/** What may yet become a handle, or a list of them. */
const UNFINISHED = /(?:\[\[?|\(|【)[^[\]()【】\n]{0,500}[\])】]?$/

/**
 * Splits a stream of text into sentences. A sentence is returned once the next one has begun, because a handle may
 * still follow it.
 */
export class DraftParser {
  /** Without handles; it begins where the last sentence given ended. */
  #text = ''
  /** Offsets of `#text`. */
  #handles: FoundHandle[] = []
  /** What may yet become a handle. */
  #tail = ''

  /** Takes a piece; gives the sentences that are whole now. */
  push(piece: string): Draft[] {
    this.#tail += piece.replace(/\r\n?/g, '\n')
    const unfinished = UNFINISHED.exec(this.#tail)?.[0].length ?? 0
    this.#read(this.#tail.slice(0, this.#tail.length - unfinished))
    this.#tail = this.#tail.slice(this.#tail.length - unfinished)
    // Nothing ends where no sentence could end.
    if (!/[.!?…。！？\n\])】]/.test(piece) && this.#text.length < LONGEST) return []
    return this.#take(sentences(this.#text).slice(0, -1))
  }

  /** Returns the rest. `whole` says that the writer finished the text; otherwise an incomplete sentence is left out. */
  end(whole: boolean): Draft[] {
    this.#read(withoutCutHandle(this.#tail))
    this.#tail = ''
    const rest = this.#take(sentences(this.#text))
    this.#text = ''
    this.#handles = []
    const last = rest.at(-1)
    return whole || !last || /[.!?…。！？]["'”’)\]]*$/.test(last.text) ? rest : rest.slice(0, -1)
  }

  #read(ready: string): void {
    const { text, handles } = takeHandles(ready)
    if (handles[0]?.at === 0) this.#text = this.#text.replace(/(?<![^\S\n])[^\S\n]+$/, '')
    const offset = this.#text.length
    this.#handles.push(...handles.map(({ handle, at }) => ({ handle, at: at + offset })))
    this.#text += text
  }

  #take(spans: readonly Span[]): Draft[] {
    const cut = spans.length === 0 && this.#text.length > LONGEST
    const whole = cut ? [{ start: 0, end: this.#text.lastIndexOf(' ') + 1 || this.#text.length }] : spans
    const drafts: Draft[] = []
    let last = 0
    for (const [i, { start, end }] of whole.entries()) {
      const until = whole[i + 1]?.start ?? this.#startAfter(end)
      const own = this.#handles.filter(({ at }) => at >= last && at < until)
      drafts.push({
        text: this.#text.slice(start, end),
        gap: this.#text.slice(last, start),
        handles: own.map(({ handle, at }) => ({ handle, at: Math.min(Math.max(0, at - start), end - start) })),
      })
      this.#handles = this.#handles.filter((each) => !own.includes(each))
      last = end
    }
    this.#text = this.#text.slice(last)
    this.#handles = this.#handles.map(({ handle, at }) => ({ handle, at: at - last }))
    return drafts
  }

  /** Where the next sentence begins: a handle before it belongs to the one that ended. */
  #startAfter(end: number): number {
    const next = this.#text.slice(end).search(/\S/)
    return next === -1 ? Number.POSITIVE_INFINITY : end + next
  }
}
