import type { ResearchResult } from '@deep-research/sdk/contract'
import type { Annotation, NumberedAnswer } from '#answer/numbered.ts'
import { madeAt } from '#protocol/envelopes.ts'
import type { StreamForm } from '../send-events.ts'
import type { Question } from './read-question.ts'
import { fragmentsOf, type Told, toldBy } from './told.ts'

type Completed = Extract<Told, { kind: 'completed' }>

/** The whole answer as a `response`. */
export function wholeResponse(
  id: string,
  question: Question,
  { answer, usage, thoughts, at }: Completed & { thoughts: string; at: number },
): object {
  const summary = question.summary === undefined || thoughts === '' ? [] : [reasoningItem(id, thoughts)]
  return {
    ...responseOf(id, question, at),
    status: 'completed',
    output: [...summary, messageItem(id, answer)],
    usage: usageOf(usage),
  }
}

/**
 * A stream of the events of `responses`. If a summary was asked for, the thoughts are the summary of a reasoning item.
 */
export function responseStream(id: string, question: Question): StreamForm {
  const events = new ResponseEvents(id, question)
  return { frames: (envelope) => events.take(envelope) }
}

class ResponseEvents {
  readonly #id: string
  readonly #question: Question
  #sequence = 0
  #began: number | undefined
  #thoughts = ''

  constructor(id: string, question: Question) {
    this.#id = id
    this.#question = question
  }

  take(envelope: string): string {
    const told = toldBy(envelope)
    const head = this.#begin(madeAt(envelope))
    if (told.kind === 'thought') return head + this.#thought(told.text)
    if (told.kind === 'completed') return head + this.#complete(told)
    if (told.kind === 'failed') return head + this.#endReasoning() + this.#fail(told.error.message)
    return head
  }

  #event(type: string, fields: object): string {
    const data = JSON.stringify({ type, sequence_number: this.#sequence, ...fields })
    this.#sequence += 1
    return `event: ${type}\ndata: ${data}\n\n`
  }

  #begin(at: number): string {
    if (this.#began !== undefined) return ''
    this.#began = at
    const response = this.#response()
    return this.#event('response.created', { response }) + this.#event('response.in_progress', { response })
  }

  #response(): ReturnType<typeof responseOf> {
    return responseOf(this.#id, this.#question, this.#began ?? 0)
  }

  #thought(delta: string): string {
    if (this.#question.summary === undefined) return ''
    const place = { item_id: itemId('rs', this.#id), output_index: 0, summary_index: 0 }
    const opening =
      this.#thoughts === ''
        ? this.#event('response.output_item.added', { output_index: 0, item: reasoningItem(this.#id, '') }) +
          this.#event('response.reasoning_summary_part.added', { ...place, part: summaryPart('') })
        : ''
    this.#thoughts += delta
    return opening + this.#event('response.reasoning_summary_text.delta', { ...place, delta })
  }

  #endReasoning(): string {
    if (this.#thoughts === '') return ''
    const place = { item_id: itemId('rs', this.#id), output_index: 0, summary_index: 0 }
    const text = this.#thoughts
    return (
      this.#event('response.reasoning_summary_text.done', { ...place, text }) +
      this.#event('response.reasoning_summary_part.done', { ...place, part: summaryPart(text) }) +
      this.#event('response.output_item.done', { output_index: 0, item: reasoningItem(this.#id, text) })
    )
  }

  #complete({ answer, usage }: Completed): string {
    const reasoning = this.#thoughts === '' ? [] : [reasoningItem(this.#id, this.#thoughts)]
    const output_index = reasoning.length
    const item = messageItem(this.#id, answer)
    const place = { item_id: item.id, output_index, content_index: 0 }
    const [part] = item.content
    const empty = { ...part, text: '', annotations: [] }
    const whole = { ...this.#response(), status: 'completed', output: [...reasoning, item], usage: usageOf(usage) }
    return [
      this.#endReasoning(),
      this.#event('response.output_item.added', {
        output_index,
        item: { ...item, status: 'in_progress', content: [] },
      }),
      this.#event('response.content_part.added', { ...place, part: empty }),
      ...fragmentsOf(answer.text).map((delta) =>
        this.#event('response.output_text.delta', { ...place, delta, logprobs: [] }),
      ),
      ...answer.annotations.map((annotation, annotation_index) =>
        this.#event('response.output_text.annotation.added', {
          ...place,
          annotation_index,
          annotation: citationOf(annotation),
        }),
      ),
      this.#event('response.output_text.done', { ...place, text: answer.text, logprobs: [] }),
      this.#event('response.content_part.done', { ...place, part }),
      this.#event('response.output_item.done', { output_index, item }),
      this.#event('response.completed', { response: whole }),
    ].join('')
  }

  #fail(message: string): string {
    const output = this.#thoughts === '' ? [] : [reasoningItem(this.#id, this.#thoughts)]
    const error = { code: 'server_error', message }
    return this.#event('response.failed', { response: { ...this.#response(), status: 'failed', output, error } })
  }
}

function responseOf(id: string, { model, summary, request }: Question, at: number) {
  return {
    id,
    object: 'response',
    created_at: Math.floor(at / 1_000),
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    metadata: request.metadata ?? {},
    model,
    output: [] as object[],
    parallel_tool_calls: false,
    previous_response_id: null,
    reasoning: { effort: request.level, summary: summary ?? null },
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage: null as object | null,
  }
}

/** The id of an item: each kind has at most one. */
const itemId = (prefix: string, id: string): string => `${prefix}_${id}`

const summaryPart = (text: string) => ({ type: 'summary_text', text })

function reasoningItem(id: string, text: string) {
  return { id: itemId('rs', id), type: 'reasoning', summary: text === '' ? [] : [summaryPart(text)] }
}

function messageItem(id: string, { text, annotations }: NumberedAnswer) {
  const part = { type: 'output_text', text, annotations: annotations.map(citationOf), logprobs: [] }
  return { id: itemId('msg', id), type: 'message', status: 'completed', role: 'assistant', content: [part] }
}

function citationOf({ start, end, title, url }: Annotation) {
  return { type: 'url_citation', start_index: start, end_index: end, title, url }
}

/** The tokens of the question are not counted: a model may have read it many times, or there is no model. */
function usageOf({ thinking_tokens, total_tokens }: ResearchResult['usage']) {
  return {
    input_tokens: 0,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: total_tokens,
    output_tokens_details: { reasoning_tokens: thinking_tokens },
    total_tokens,
  }
}
