/** What models call the part of a text that they think rather than say. */
const NAME = String.raw`(?:\w{1,12}[:_])?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|analysis|scratch_?pad|monologue)`
const BEGIN = String.raw`<${NAME}(?:\s[^<>\n]{0,60})?>|\[think(?:ing)?\]|◁think▷|<\|(?:begin_of_thought|start_thinking|thinking)\|>|<\|channel\|>\s*(?:analysis|commentary)\b`
/** What ends thoughts also where their beginning was not written: some endpoints put it into the prompt. */
const END = String.raw`<\/${NAME}\s*>|\[\/think(?:ing)?\]|◁\/think▷|<\|(?:end_of_thought|end_thinking|\/thinking)\|>|<\|channel\|>\s*final\b`
const TAG = new RegExp(`(${BEGIN})|${END}`, 'i')
const CLOSING = new RegExp(String.raw`${END}|<\|end\|>`, 'i')
/** What may still become a tag. Longer than this it is none. */
const UNFINISHED = /(?:[<[◁][^>\]▷\n]{0,80}|<\|channel\|>\s*\w{0,12})$/
const LONGEST_TAG = 100
/** Marks between the parts of a conversation, which belong to no text. */
const CONTROL_TOKEN = /<\|[^|<>\n]{0,60}\|>/g

/** Takes what a model thinks aloud out of a text that comes in pieces, in every common spelling of its tags. */
export class ThoughtFilter {
  #held = ''
  #thinking = false

  /** What of the text is said so far. `restart`: all that came before was thought, although nothing said so. */
  push(piece: string): { said: string; restart: boolean } {
    this.#held += piece
    let said = ''
    let restart = false
    for (let tag = this.#nextTag(); tag; tag = this.#nextTag()) {
      const before = this.#held.slice(0, tag.index)
      this.#held = this.#held.slice(tag.index + tag[0].length)
      if (!this.#thinking && tag[1] === undefined) {
        said = ''
        restart = true
        continue
      }
      if (!this.#thinking) said += before
      this.#thinking = !this.#thinking
    }
    const unfinished = this.#thinking ? LONGEST_TAG : (UNFINISHED.exec(this.#held)?.[0].length ?? 0)
    const ready = this.#held.slice(0, Math.max(0, this.#held.length - unfinished))
    this.#held = this.#held.slice(ready.length)
    if (!this.#thinking) said += ready
    return { said: said.replace(CONTROL_TOKEN, ''), restart }
  }

  /** The rest, when nothing more comes. */
  end(): string {
    return this.#thinking ? '' : this.#held.replace(CONTROL_TOKEN, '')
  }

  #nextTag() {
    return (this.#thinking ? CLOSING : TAG).exec(this.#held)
  }
}

/** A whole text without what its model thought. */
export function withoutThoughts(text: string): string {
  const filter = new ThoughtFilter()
  return filter.push(text).said + filter.end()
}
