import type { ResearchResult } from '@deep-research/sdk/contract'
import type { Annotation } from '#answer/numbered.ts'
import { madeAt } from '#protocol/envelopes.ts'
import { frame, terminatorFrame } from '#protocol/sse.ts'
import type { StreamForm } from '../send-events.ts'
import type { Question } from './read-question.ts'
import { failureOf } from './refusals.ts'
import { fragmentsOf, type Told, toldBy } from './told.ts'

/** The whole answer as a `chat.completion`. */
export function chatCompletion(
  id: string,
  { model }: Question,
  { answer, usage, thoughts, at }: Extract<Told, { kind: 'completed' }> & { thoughts: string; at: number },
): object {
  const message = {
    role: 'assistant',
    content: answer.text,
    refusal: null,
    annotations: answer.annotations.map(citationOf),
    ...(thoughts !== '' && { reasoning_content: thoughts }),
  }
  return {
    id,
    object: 'chat.completion',
    created: seconds(at),
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: usageOf(usage),
  }
}

/** A stream of `chat.completion.chunk`. Thoughts are `reasoning_content`, as most clients read them. */
export function chatStream(id: string, { model, includeUsage }: Question): StreamForm {
  let begun = false
  return {
    frames(envelope) {
      const told = toldBy(envelope)
      const common = { id, object: 'chat.completion.chunk', created: seconds(madeAt(envelope)), model }
      const chunk = (delta: object, finish_reason: string | null = null) =>
        frame(JSON.stringify({ ...common, choices: [{ index: 0, delta, logprobs: null, finish_reason }] }))
      const head = begun || told.kind === 'nothing' ? '' : chunk({ role: 'assistant', content: '' })
      begun ||= head !== ''
      switch (told.kind) {
        case 'nothing':
          return ''
        case 'thought':
          return head + chunk({ reasoning_content: told.text })
        case 'failed':
          return head + frame(JSON.stringify(failureOf(told.error).body))
        case 'completed': {
          const { text, annotations } = told.answer
          const usage = { ...common, choices: [], usage: usageOf(told.usage) }
          return [
            head,
            ...fragmentsOf(text).map((content) => chunk({ content })),
            annotations.length > 0 ? chunk({ annotations: annotations.map(citationOf) }) : '',
            chunk({}, 'stop'),
            includeUsage ? frame(JSON.stringify(usage)) : '',
            terminatorFrame,
          ].join('')
        }
      }
    },
  }
}

function citationOf({ start, end, title, url }: Annotation): object {
  return { type: 'url_citation', url_citation: { start_index: start, end_index: end, title, url } }
}

/** The tokens of the question are not counted: a model may have read it many times, or there is no model. */
function usageOf({ thinking_tokens, total_tokens }: ResearchResult['usage']): object {
  return {
    prompt_tokens: 0,
    completion_tokens: total_tokens,
    total_tokens,
    completion_tokens_details: { reasoning_tokens: thinking_tokens },
  }
}

const seconds = (ms: number): number => Math.floor(ms / 1_000)
