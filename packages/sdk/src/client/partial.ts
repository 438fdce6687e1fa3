import { CiteParser, type CiteToken } from '#citations/cite-parser.ts'
import type { ResearchResult } from '#contract/types.ts'
import type { StreamEvent } from '#stream/decode-event.ts'

/** A cited span, before the service has confirmed it. Offsets are UTF-16 code units of `answer_clean`. */
export interface ProvisionalCitation {
  readonly id: string
  readonly cited_text: string
  readonly start_offset: number
  /** Exclusive. */
  readonly end_offset: number
}

/** What a stream has delivered so far. */
export interface PartialResearch {
  /** The answer with its cite tags, as far as it came. */
  readonly answer: string
  /** The answer without its tags, never with half a tag. */
  readonly answer_clean: string
  /** The spans that are closed by now; with `research.completed`, those of the result. */
  readonly citations: readonly ProvisionalCitation[]
  /** How many events were delivered. */
  readonly events: number
  /** `sequence` of the last piece of answer. */
  readonly lastSequence: number | undefined
  readonly requestId: string | undefined
}

/** Follows a stream, cheaply: text is only looked at when somebody asks. */
export interface PartialTracker {
  /** The id in the response's header, or in the first envelope. */
  requestId: string | undefined
  note(event: StreamEvent): void
  snapshot(): PartialResearch
  /** The clean text that has come since it was last asked for; after the end, all of it. */
  takeText(): string
}

/** Begins to follow one stream. */
export function trackPartial(): PartialTracker {
  const parser = new CiteParser()
  const open: { id: string; start_offset: number }[] = []
  const citations: ProvisionalCitation[] = []
  /** Text that nobody has asked for yet, and the fragments that come after it. */
  let unread = ''
  let fresh: string[] = []
  let answer = ''
  let clean = ''
  let untaken = ''
  let result: ResearchResult | undefined
  let events = 0
  let lastSequence: number | undefined

  function read(token: CiteToken): void {
    if (token.type === 'text') {
      clean += token.text
      untaken += token.text
    } else if (token.type === 'open') open.push({ id: token.id, start_offset: clean.length })
    else {
      const span = open.pop()
      const end_offset = clean.length
      if (span) citations.push({ ...span, cited_text: clean.slice(span.start_offset), end_offset })
    }
  }

  function pack(): void {
    unread += fresh.join('')
    fresh = []
  }

  function readFresh(): void {
    pack()
    // An answer that came in no pieces comes with the result.
    if (result && answer + unread === '') unread = result.answer
    answer += unread
    parser.push(unread).forEach(read)
    unread = ''
    if (result) parser.end().forEach(read)
  }

  const tracker: PartialTracker = {
    requestId: undefined,
    note(event): void {
      events += 1
      if (tracker.requestId === undefined && typeof event.request_id === 'string') tracker.requestId = event.request_id
      if (event.type === 'research.answer.delta') {
        const { content, sequence } = event.data
        // Thousands of small strings that live as long as the stream keep the garbage collector busy.
        if (typeof content === 'string' && fresh.push(content) > 63) pack()
        lastSequence = sequence
      } else if (event.type === 'research.completed') result = event.data
    },
    snapshot(): PartialResearch {
      readFresh()
      return {
        answer: result?.answer ?? answer,
        answer_clean: result?.answer_clean ?? clean,
        citations: result?.citations ?? [...citations],
        events,
        lastSequence,
        requestId: tracker.requestId,
      }
    },
    takeText(): string {
      readFresh()
      const text = untaken
      untaken = ''
      return text
    },
  }
  return tracker
}
