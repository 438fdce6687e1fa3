import { CiteParser } from '#citations/cite-parser.ts'
import type { Citation, ResearchResult } from '#contract/types.ts'
import type { StreamEvent } from '#stream/decode-event.ts'
import { type Ending, endingOfEvent } from '#stream/prove-ending.ts'

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
  /** Counts the event in; returns the stream's ending where it is one. */
  note(event: StreamEvent): Ending | undefined
  /** `request_id` of the first envelope. */
  readonly requestId: string | undefined
  snapshot(requestId: string | undefined): PartialResearch
}

interface Answer {
  answer: string
  clean: string
  readonly citations: ProvisionalCitation[]
}

/** Collects the answer's fragments into text and spans. */
function createAnswer(): { read(fragments: readonly string[]): void; readonly state: Answer } {
  const parser = new CiteParser()
  const state: Answer = { answer: '', clean: '', citations: [] }
  const open: { id: string; start: number }[] = []

  function close(): void {
    const span = open.pop()
    if (span === undefined) return
    const end = state.clean.length
    const cited_text = state.clean.slice(span.start, end)
    state.citations.push({ id: span.id, cited_text, start_offset: span.start, end_offset: end })
  }

  function read(fragments: readonly string[]): void {
    for (const fragment of fragments) {
      state.answer += fragment
      for (const token of parser.push(fragment)) {
        if (token.type === 'text') state.clean += token.text
        else if (token.type === 'open') open.push({ id: token.id, start: state.clean.length })
        else close()
      }
    }
  }

  return { read, state }
}

function spansOf(result: ResearchResult): ProvisionalCitation[] {
  // What a service sends is not checked here: the citations' helpers do that.
  if (!Array.isArray(result.citations)) return []
  return result.citations.flatMap((citation: Citation | null | undefined) => {
    if (citation === null || citation === undefined) return []
    const { id, cited_text, start_offset, end_offset } = citation
    return [{ id, cited_text, start_offset, end_offset }]
  })
}

const FRAGMENTS_PER_BLOCK = 64

/** Begins to follow one stream. */
export function trackPartial(): PartialTracker {
  const answer = createAnswer()
  /** Text that nobody has asked for yet: blocks, and the fragments of a block to be. */
  let blocks: string[] = []
  let fresh: string[] = []
  let result: ResearchResult | undefined
  let events = 0
  let lastSequence: number | undefined
  let requestId: string | undefined

  function pack(): void {
    blocks.push(fresh.join(''))
    fresh = []
  }

  function texts(): Pick<PartialResearch, 'answer' | 'answer_clean' | 'citations'> {
    pack()
    answer.read(blocks)
    blocks = []
    const { state } = answer
    if (result === undefined) {
      return { answer: state.answer, answer_clean: state.clean, citations: [...state.citations] }
    }
    const clean = typeof result.answer_clean === 'string' ? result.answer_clean : state.clean
    return { answer: result.answer, answer_clean: clean, citations: spansOf(result) }
  }

  return {
    note(event): Ending | undefined {
      events += 1
      if (requestId === undefined && typeof event.request_id === 'string') requestId = event.request_id
      if (event.type === 'research.answer.delta') {
        const { content, sequence } = event.data
        // Thousands of small strings that live as long as the stream keep the garbage collector busy.
        if (typeof content === 'string' && fresh.push(content) === FRAGMENTS_PER_BLOCK) pack()
        lastSequence = sequence
        return undefined
      }
      if (event.type === 'research.completed') result = event.data
      return endingOfEvent(event)
    },
    get requestId() {
      return requestId
    },
    snapshot: (id) => ({ ...texts(), events, lastSequence, requestId: id ?? requestId }),
  }
}
