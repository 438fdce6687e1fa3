import { scanTags } from '#citations/scan-tags.ts'
import type { ResearchResult } from '#contract/types.ts'
import type { StreamEvent } from '#stream/decode-event.ts'

/** A cited span that the service has not confirmed yet. Offsets are UTF-16 code units of `answer_clean`. */
export interface ProvisionalCitation {
  /** The id of the citation, as in the tag. */
  readonly id: string
  /** The text between the tags. */
  readonly cited_text: string
  /** Where it begins in the text so far, in UTF-16 code units. */
  readonly start_offset: number
  /** The end is exclusive. */
  readonly end_offset: number
}

/** What a stream has delivered so far. */
export interface PartialResearch {
  /** The answer with its cite tags, as far as it has arrived. */
  readonly answer: string
  /** The answer without tags, as far as it has arrived. */
  readonly answer_clean: string
  /**
   * The spans that are closed by now; after `research.completed`, those of the result. They are computed on each
   * access, at a cost that grows with their number.
   */
  readonly citations: readonly ProvisionalCitation[]
  /** How many events have been delivered by this stream. */
  readonly eventCount: number
  /** The `sequence` of the last piece of the answer. */
  readonly lastSequence: number | undefined
  /** The service's id of the research. */
  readonly id: string | undefined
  /** The caller's own `request_id`, or the one in its place; undefined before the first event. */
  readonly correlationId: string | undefined
  /** @deprecated Use `eventCount`. */
  readonly events: number
  /** @deprecated Use `id` or `correlationId`. */
  readonly requestId: string | undefined
}

/** Follows a stream at little cost: text is processed only on access. */
export interface PartialTracker {
  /** From the response's header. */
  id: string | undefined
  /** From the first envelope. */
  readonly correlationId: string | undefined
  note(event: StreamEvent): void
  /** A snapshot of what has arrived. Its citations are computed on access; unclosed ones are left out. */
  view(): PartialResearch
  snapshot(): PartialResearch
  /** The clean text that arrived since the last call; at the end, all that is left of it. */
  takeText(): string
}

/** The text of an answer without its tags, and the spans that the tags cite. */
interface CleanText {
  clean: string
  /** The part of it that nobody has taken yet. */
  untaken: string
  readonly closed: ProvisionalCitation[]
  /** Takes the next piece of the answer, or the last one. */
  readonly scan: (piece: string, isLast: boolean) => void
}

function followText(): CleanText {
  const open: { readonly id: string; cited_text: string; readonly start_offset: number }[] = []

  function cite(cited: string): void {
    const span = open.at(-1)
    if (span) span.cited_text += cited
  }

  const text: CleanText = {
    clean: '',
    untaken: '',
    closed: [],
    scan: scanTags(
      (piece) => {
        text.clean += piece
        text.untaken += piece
        cite(piece)
      },
      (id) => {
        if (id !== undefined) return open.push({ id, cited_text: '', start_offset: text.clean.length })
        const span = open.pop()
        if (!span) return
        text.closed.push({ ...span, end_offset: text.clean.length })
        // Text cited within another span is cited by that span too.
        cite(span.cited_text)
      },
    ),
  }
  return text
}

/**
 * Begins to follow one stream. Texts only grow at their end and are never cut while they grow, because each cut would
 * copy all of the text.
 *
 * @param isWhole - whether the stream is followed from its first event
 */
export function trackPartial(isWhole: boolean): PartialTracker {
  const text = followText()
  /** Text that nobody has read yet, and the fragments after it. */
  let unread = ''
  let fresh: string[] = []
  let answer = ''
  let result: ResearchResult | undefined
  let eventCount = 0
  let correlationId: string | undefined
  let lastSequence: number | undefined

  function pack(): void {
    unread += fresh.join('')
    fresh = []
  }

  function readFresh(): void {
    pack()
    // An answer that did not arrive in pieces comes with the result.
    if (result && isWhole && answer + unread === '') unread = result.answer
    answer += unread
    text.scan(unread, result !== undefined)
    unread = ''
  }

  const tracker: PartialTracker = {
    id: undefined,
    get correlationId() {
      return correlationId
    },
    note(event): void {
      eventCount += 1
      if (typeof event.request_id === 'string') correlationId ??= event.request_id
      if (event.type === 'research.answer.delta') {
        const { content, sequence } = event.data
        // Thousands of small strings that live as long as the stream would keep the garbage collector busy.
        if (typeof content === 'string' && fresh.push(content) > 63) pack()
        lastSequence = sequence
      } else if (event.type === 'research.completed') result = event.data
    },
    view(): PartialResearch {
      readFresh()
      const { closed } = text
      const count = closed.length
      const confirmed = result?.citations
      return {
        answer: result?.answer ?? answer,
        answer_clean: result?.answer_clean ?? text.clean,
        get citations() {
          return confirmed ?? closed.slice(0, count)
        },
        eventCount,
        lastSequence,
        id: tracker.id,
        correlationId,
        events: eventCount,
        requestId: tracker.id ?? correlationId,
      }
    },
    snapshot: () => ({ ...tracker.view() }),
    takeText(): string {
      readFresh()
      const { untaken } = text
      text.untaken = ''
      return untaken
    },
  }
  return tracker
}
