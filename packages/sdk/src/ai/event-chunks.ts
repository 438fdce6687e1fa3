import { CiteParser } from '#citations/cite-parser.ts'
import type { ResearchResult } from '#contract/types.ts'
import { isKnownEvent, type StreamEvent } from '#stream/decode-event.ts'
import type { ResearchMessageChunk } from './chunk.ts'
import { sourceChunks } from './sources.ts'

/** Returns the text that stands for a citation at the end of its span. `number` counts citations from 1, in order. */
export type CitationMarker = (citationId: string, number: number) => string

/** Turns the events of one research into chunks, one event after another. */
export type EventChunks = (event: StreamEvent) => ResearchMessageChunk[]

type Kind = 'text' | 'reasoning'

const TEXT_ID = 'answer'
const REASONING_ID = 'thinking'

/** Keeps a text or reasoning part open while its deltas arrive; a part must end before another begins. */
class Parts {
  #open: Kind | undefined
  #reasonings = 0

  delta(kind: Kind, delta: string): ResearchMessageChunk[] {
    if (delta === '') return []
    const chunks = this.#open === kind ? [] : [...this.end(), this.#begin(kind)]
    return [...chunks, { type: `${kind}-delta`, id: this.#id(kind), delta }]
  }

  end(): ResearchMessageChunk[] {
    const open = this.#open
    this.#open = undefined
    return open === undefined ? [] : [{ type: `${open}-end`, id: this.#id(open) }]
  }

  #begin(kind: Kind): ResearchMessageChunk {
    this.#open = kind
    if (kind === 'reasoning') this.#reasonings += 1
    return { type: `${kind}-start`, id: this.#id(kind) }
  }

  #id(kind: Kind): string {
    return kind === 'text' ? TEXT_ID : `${REASONING_ID}_${this.#reasonings}`
  }
}

/** Removes the tags from an answer's deltas and adds a marker at the end of each citation. */
function createCleaner(marker: CitationMarker): { push(content: string): string; end(): string } {
  const parser = new CiteParser()
  const numbers = new Map<string, number>()
  const write = (tokens: ReturnType<CiteParser['push']>): string => {
    let text = ''
    for (const token of tokens) {
      if (token.type === 'text') text += token.text
      else if (token.type === 'open') numbers.set(token.id, numbers.get(token.id) ?? numbers.size + 1)
      else text += marker(token.id, numbers.get(token.id) ?? 0)
    }
    return text
  }
  return { push: (content) => write(parser.push(content)), end: () => write(parser.end()) }
}

const OURS = { dynamic: true, providerExecuted: true } as const

/** @param marker - returns the text that stands for a citation */
export function createEventChunks(marker: CitationMarker): EventChunks {
  const parts = new Parts()
  const cleaner = createCleaner(marker)
  const finish = (result: ResearchResult): ResearchMessageChunk[] => [
    ...parts.delta('text', cleaner.end()),
    ...parts.end(),
    ...sourceChunks(result),
    { type: 'data-research', id: 'research', data: result },
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'stop' },
  ]
  return (event) => {
    if (!isKnownEvent(event)) return []
    const { type, data } = event
    switch (type) {
      case 'research.thinking.delta':
        return parts.delta('reasoning', data.content)
      case 'research.answer.delta':
        return parts.delta('text', cleaner.push(data.content))
      case 'research.tool_call.started': {
        const { tool_call_id: toolCallId, name: toolName, arguments: input } = data
        return [...parts.end(), { type: 'tool-input-available', toolCallId, toolName, input, ...OURS }]
      }
      case 'research.tool_call.completed': {
        const { tool_call_id: toolCallId, error, result: output } = data
        return error === undefined
          ? [{ type: 'tool-output-available', toolCallId, output, ...OURS }]
          : [{ type: 'tool-output-error', toolCallId, errorText: error.message, ...OURS }]
      }
      case 'research.completed':
        return finish(data)
      case 'research.failed':
        // The stream throws the error next, where it is handled.
        return parts.end()
    }
  }
}
