import type { Asked } from './asked-of-model.ts'

/** A way in which a model wants to be asked that is not the usual one. */
export type Quirk =
  | 'responses'
  | 'completion tokens'
  | 'developer'
  | 'no system'
  | 'no effort'
  | 'no usage'
  | 'no stream'
  | 'no schema'
  | 'no json'
  | 'room to think'

interface Lesson {
  quirk: Quirk
  /** What an endpoint says that wants it. */
  said: RegExp
  /** Whether it would change anything. */
  helps: (asked: Asked, had: ReadonlySet<Quirk>) => boolean
  /** What is done from then on, in words for the operator. */
  does: string
}

const always = () => true

/** What errors of endpoints teach, the more special first: a message may name several things that it does not take. */
const LESSONS: readonly Lesson[] = [
  {
    quirk: 'responses',
    said: /\bv1\/responses\b|responses (?:api|endpoint)|not a chat model/i,
    helps: ({ kind }) => kind === 'openai-compatible',
    does: 'it is asked over the Responses API',
  },
  {
    quirk: 'completion tokens',
    said: /max_completion_tokens/i,
    helps: ({ kind }) => kind === 'openai-compatible',
    does: 'its limit is sent as max_completion_tokens',
  },
  {
    quirk: 'developer',
    said: /(?:use|instead|only|expected|allowed)[^.]{0,60}\bdeveloper\b/i,
    helps: ({ kind }) => kind === 'openai-compatible',
    does: 'instructions are sent as the developer’s',
  },
  {
    quirk: 'no system',
    said: /\b(?:system|developer)\b.{0,40}\b(?:role|message|prompt|instruction)|\brole.{0,60}\b(?:system|developer)\b|roles must alternate|user and assistant roles/i,
    helps: ({ kind }) => kind === 'openai-compatible',
    does: 'instructions are sent in the user’s message',
  },
  {
    quirk: 'no effort',
    said: /reasoning|effort|think/i,
    helps: ({ effort }) => effort !== undefined,
    does: 'LLM_REASONING_EFFORT is not sent',
  },
  { quirk: 'no usage', said: /stream_options|include_usage/i, helps: always, does: 'tokens are estimated' },
  {
    quirk: 'no stream',
    said: /\bstream(?:ing)?\b.{0,40}\b(?:not|n.t|un)\s?(?:supported|allowed|available|support)|verified to stream/i,
    helps: always,
    does: 'replies come whole, and not as they are written',
  },
  {
    quirk: 'no schema',
    said: /response_format|json_schema|structured|output_(?:config|format)|text\.format|schema|grammar|guided/i,
    helps: ({ schema }) => schema !== undefined,
    does: 'objects are asked for without their schema',
  },
  {
    quirk: 'no json',
    said: /response_format|json_object|json mode|text\.format/i,
    helps: ({ schema }, had) => schema !== undefined && had.has('no schema'),
    does: 'objects are asked for in words alone',
  },
  { quirk: 'room to think', said: /^$/, helps: always, does: 'it gets more tokens, as it thinks before it answers' },
]

/** What is known of endpoints before anything is asked of them. */
const KNOWN: readonly { host: RegExp; quirk: Quirk }[] = [{ host: /(?:^|\.)openai\.com$/, quirk: 'completion tokens' }]

/** Milliseconds for which a lesson is believed: a server is mended, or another model loaded, now and then. */
const BELIEVED_MS = 10 * 60_000
/** Milliseconds after which a key or an account may be in order again. */
const BARRED_MS = 30_000
/** What an endpoint says where more tokens are asked for than a reply may have, and their number in it. */
const OF_TOKENS = /max_(?:completion_|output_)?tokens|(?:output|completion) tokens/i
const MOST_TOKENS = /\d ?> ?(\d{3,7})|\[\d, ?(\d{3,7})\]|(?:at most|equal to|maximum)[^.\d]{0,40}(\d{3,7})/i

/** How one model at one endpoint wants to be asked: learnt from its errors, and forgotten after ten minutes. */
export class Dialect {
  readonly #now: () => number
  readonly #known: ReadonlySet<Quirk>
  readonly #learnt = new Map<Quirk, { at: number; said: string }>()
  #barredAt = Number.NEGATIVE_INFINITY
  #most = { at: 0, tokens: Number.POSITIVE_INFINITY }

  /** `now` gives milliseconds of a clock that never goes back. Default: the system's. */
  constructor(host: string, now: () => number = () => performance.now()) {
    this.#now = now
    this.#known = new Set(KNOWN.filter((each) => each.host.test(host)).map(({ quirk }) => quirk))
  }

  /** What is known at the moment. */
  get quirks(): ReadonlySet<Quirk> {
    for (const [quirk, { at }] of this.#learnt) if (this.#now() - at >= BELIEVED_MS) this.#learnt.delete(quirk)
    return new Set([...this.#known, ...this.#learnt.keys()])
  }

  /** The most tokens of a reply, as far as the endpoint has named them. */
  get mostTokens(): number {
    return this.#now() - this.#most.at < BELIEVED_MS ? this.#most.tokens : Number.POSITIVE_INFINITY
  }

  /**
   * Learns from what an endpoint said of a request, and tells whether asking again may help. `had`: the quirks that it
   * was sent with; another call may have taught more since. `said`: what of it may be shown.
   */
  learn({ body, said }: { body: string; said: string }, asked: Asked, had: ReadonlySet<Quirk>): boolean {
    const named = OF_TOKENS.test(body) ? (MOST_TOKENS.exec(body) ?? []) : []
    const tokens = Number(named.slice(1).find((digits) => digits !== undefined))
    if (tokens < asked.tokens) {
      this.#most = { at: this.#now(), tokens }
      return true
    }
    const lesson = LESSONS.find((each) => each.said.test(body) && !had.has(each.quirk) && each.helps(asked, had))
    if (lesson) this.note(lesson.quirk, said)
    return lesson !== undefined
  }

  /** Notes a quirk, and what the endpoint said that showed it; '' where it said nothing. */
  note(quirk: Quirk, said: string): void {
    this.#learnt.set(quirk, { at: this.#now(), said })
  }

  /** Notes whether a call found its key and its account in order. */
  noteAccess(isBarred: boolean): void {
    this.#barredAt = isBarred ? this.#now() : Number.NEGATIVE_INFINITY
  }

  /** Whether the last call, a moment ago, found that its key is not accepted, or that its account is empty. */
  get barred(): boolean {
    return this.#now() - this.#barredAt < BARRED_MS
  }

  /** What was learnt, each in words, with what the endpoint said. */
  get told(): string[] {
    const { quirks } = this
    return LESSONS.filter(({ quirk }) => quirks.has(quirk)).flatMap(({ quirk, does }) => {
      const { said } = this.#learnt.get(quirk) ?? {}
      return said === undefined ? [] : [said === '' ? does : `${does} (it said: “${said}”)`]
    })
  }
}
