import { ThoughtFilter } from '#guard/thoughts.ts'
import { ModelFailure } from '../failure.ts'
import { isRefusal } from '../refusal.ts'
import type { Finish } from './asked-of-model.ts'
import { converse, type Line, type Turn, tokensFor } from './converse.ts'

/** A text that repeats its last characters so often goes round in circles. */
const TAIL = 120
const SEEN = 4_000
const OFTEN = 5
/** Pieces between two looks at that. */
const LOOKS = 8
/** A refusal is no longer. */
const SHORT = 400

/**
 * A reply as text, in pieces as they come. Nothing is given before something is said: what a model only thinks is left
 * out, or stands in its tags before what it says. A reply that is none, that stops early or goes round in circles fails
 * after what came of it.
 * @throws {ModelFailure}
 */
export async function* repliesOf(line: Line, turn: Turn): AsyncGenerator<string> {
  const reply = new Reply()
  for await (const { text = '', refusal = '', finish } of converse(line, turn)) {
    reply.finish ??= finish
    reply.refusal += refusal
    const ready = reply.take(text)
    if (ready !== '') yield ready
    // The objects of a list may well be alike.
    if (!turn.schema && reply.isCircular) throw new ModelFailure('loop', 'repeated itself without end')
  }
  const failure = reply.failure ?? (reply.hasSaid ? undefined : withoutWords(line, turn, reply.finish))
  if (failure) throw failure
}

/** A reply that the model or its endpoint ended early: the same request would end there again. */
export class Stump extends ModelFailure {}

class Reply {
  finish: Finish | undefined
  refusal = ''
  hasSaid = false
  #held = ''
  #said = ''
  #looked = 0
  readonly #thoughts = new ThoughtFilter()

  /** Takes a piece; gives what is ready to be passed on. */
  take(piece: string): string {
    const { said, restart } = this.#thoughts.push(piece)
    this.#said = ((restart ? '' : this.#said) + said).slice(-SEEN)
    this.hasSaid ||= this.#said.trim() !== ''
    this.#held += piece
    if (!this.hasSaid) return ''
    const ready = this.#held
    this.#held = ''
    return ready
  }

  /** Looks now and then, as all that was said of late is looked through. */
  get isCircular(): boolean {
    this.#looked += 1
    if (this.#looked % LOOKS > 0 || this.#said.length < OFTEN * TAIL) return false
    return this.#said.split(this.#said.slice(-TAIL)).length > OFTEN
  }

  /** Why what was said does not stand as a whole reply. */
  get failure(): ModelFailure | undefined {
    this.#said += this.#thoughts.end()
    if (this.refusal !== '') return new Stump('filter', 'declined to answer')
    if (this.finish === 'filter') return new Stump('filter', 'was stopped by a filter of its endpoint')
    if (!this.hasSaid) return undefined
    if (this.#said.length < SHORT && isRefusal(this.#said.trim())) return new Stump('filter', 'declined to answer')
    if (this.finish === 'length') return new Stump('cut', 'stopped at its most tokens')
    return this.finish === undefined || this.finish === 'error' ? new ModelFailure('cut', 'broke off') : undefined
  }
}

/** Why a model said nothing. One that used up its tokens gets more of them from now on, as far as there are any. */
function withoutWords(line: Line, turn: Turn, finish: Finish | undefined): ModelFailure {
  if (finish === undefined || finish === 'error') return new ModelFailure('cut', 'broke off')
  if (finish !== 'length') return new ModelFailure('empty', 'wrote nothing')
  const isKnown = line.dialect.quirks.has('room to think')
  if (!isKnown && tokensFor(line, turn, true) > tokensFor(line, turn, false)) {
    line.dialect.note('room to think', '')
    return new ModelFailure('cut', 'thought until its tokens were used up')
  }
  return new ModelFailure('length', 'thought until its tokens were used up: it needs more of them, or less effort')
}
