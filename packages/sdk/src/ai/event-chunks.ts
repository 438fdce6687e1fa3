import { CiteParser } from '#citations/cite-parser.ts'
import type { ResearchResult } from '#contract/types.ts'
import { isKnownEvent, type StreamEvent } from '#stream/decode-event.ts'
import type { ResearchMessageChunk } from './chunk.ts'
import { Parts } from './parts.ts'
import { sourceChunks } from './sources.ts'

/** Returns the text that stands for a citation at the end of its span. `number` counts citations from 1, in order. */
export type CitationMarker = (citationId: string, number: number) => string

/** Turns the events of one research into chunks, one event after another. */
export interface EventChunks {
  of(event: StreamEvent): ResearchMessageChunk[]
  /** Ends the parts that are open. `reason` is the error text of a tool call without a result. */
  close(reason: string): ResearchMessageChunk[]
}

/** What of a research becomes chunks. */
export interface EventChunkOptions {
  readonly citationMarker: CitationMarker
  readonly sendReasoning: boolean
  readonly sendSources: boolean
  /** The id of the research, as far as it is known without an event. */
  readonly id: string | undefined
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

/** A field as text; the specification leaves the fields of some events open, so it may be anything. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function createEventChunks(options: EventChunkOptions): EventChunks {
  let research = options.id
  const unique = (name: string) => `${research ?? 'research'}_${name}`
  const parts = new Parts(unique)
  const cleaner = createCleaner(options.citationMarker)
  let hasAnswer = false
  const answer = (content: string) => {
    hasAnswer ||= content !== ''
    return parts.delta('text', cleaner.push(content))
  }
  const finish = (result: ResearchResult): ResearchMessageChunk[] => [
    // A stream that is resumed when only the result is kept has no piece of the answer.
    ...(hasAnswer ? [] : answer(result.answer)),
    ...parts.delta('text', cleaner.end()),
    ...parts.close('The research ended without a result of this call.'),
    ...(options.sendSources ? sourceChunks(result, unique) : []),
    { type: 'data-research', id: unique('result'), data: result },
  ]
  return {
    close: (reason) => parts.close(reason),
    of(event) {
      research ??= textOf(event.request_id) || undefined
      if (!isKnownEvent(event)) return []
      const { type, data } = event
      switch (type) {
        case 'research.thinking.delta':
          return options.sendReasoning ? parts.delta('reasoning', textOf(data.content)) : []
        case 'research.answer.delta':
          return answer(textOf(data.content))
        case 'research.tool_call.started': {
          const [id, name] = [textOf(data.tool_call_id), textOf(data.name)]
          return id === '' || name === '' ? [] : parts.call(id, name, data.arguments ?? {})
        }
        case 'research.tool_call.completed': {
          const id = textOf(data.tool_call_id)
          if (data.status !== 'error' && !data.error) return parts.answer(id, { output: data.result ?? {} })
          return parts.answer(id, { errorText: textOf(data.error?.message) || 'The call failed.' })
        }
        case 'research.completed':
          return finish(data)
        case 'research.failed':
          // The stream throws the error next, where it is handled.
          return []
      }
    },
  }
}
