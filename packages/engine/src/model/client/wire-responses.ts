import { type Asked, finishOf, type ReplyPart } from './asked-of-model.ts'
import { at, textIn } from './at.ts'
import type { Quirk } from './dialect.ts'
import { counts } from './wire-chat.ts'

/** A request of OpenAI's responses, which some of its models take alone. Nothing of it is kept there. */
export function responsesBody(asked: Asked, had: ReadonlySet<Quirk>): object {
  const { model, instructions, prompt, tokens, schema, effort } = asked
  const format = had.has('no schema')
    ? { type: 'json_object' }
    : { type: 'json_schema', name: 'reply', strict: true, schema }
  return {
    model,
    instructions,
    input: prompt,
    max_output_tokens: tokens,
    store: false,
    ...(!had.has('no stream') && { stream: true }),
    ...(schema && !had.has('no json') && { text: { format } }),
    ...(effort !== undefined && !had.has('no effort') && { reasoning: { effort } }),
  }
}

/** What an event of a streamed reply brings, or a whole one. */
export function readResponses(sent: unknown): ReplyPart {
  const type = textIn(at(sent, 'type'))
  const delta = textIn(at(sent, 'delta'))
  const response = at(sent, 'object') === 'response' ? sent : at(sent, 'response')
  const error = type === 'error' ? sent : at(response, 'error')
  const ended = /^(?:completed|incomplete|failed)$/.exec(textIn(at(response, 'status')))?.[0]
  const usage = at(response, 'usage')
  return {
    text: type === 'response.output_text.delta' ? delta : response === sent ? outputOf(response) : '',
    thought: /^response\.reasoning/.test(type) ? delta : '',
    refusal: type === 'response.refusal.delta' ? delta : '',
    finish: finishOf(at(response, 'incomplete_details', 'reason') ?? ended),
    usage: counts({
      input: at(usage, 'input_tokens'),
      output: at(usage, 'output_tokens'),
      reasoning: at(usage, 'output_tokens_details', 'reasoning_tokens'),
    }),
    ...(error !== undefined && error !== null && { error: type === 'error' ? sent : { error } }),
  }
}

function outputOf(response: unknown): string {
  const output = at(response, 'output')
  const parts = Array.isArray(output) ? output.flatMap((item) => at(item, 'content') ?? []) : []
  return parts.map((part) => textIn(at(part, 'text'))).join('')
}
