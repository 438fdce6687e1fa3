import { type Asked, finishOf, type ReplyPart } from './asked-of-model.ts'
import { at, textIn } from './at.ts'
import type { Quirk } from './dialect.ts'
import { counts } from './wire-chat.ts'

/** A request of Anthropic's messages. */
export function messagesBody(asked: Asked, had: ReadonlySet<Quirk>): object {
  const { model, instructions, prompt, tokens, schema, effort } = asked
  const thinks = effort !== undefined && effort !== 'none' && !had.has('no effort')
  const config = {
    ...(thinks && { effort: effort === 'minimal' ? 'low' : effort }),
    ...(schema && !had.has('no schema') && { format: { type: 'json_schema', schema } }),
  }
  return {
    model,
    max_tokens: tokens,
    system: instructions,
    messages: [{ role: 'user', content: prompt }],
    ...(!had.has('no stream') && { stream: true }),
    ...(thinks && { thinking: { type: 'adaptive' } }),
    ...(Object.keys(config).length > 0 && { output_config: config }),
  }
}

/** What an event of a streamed reply brings, or a whole one. */
export function readMessages(sent: unknown): ReplyPart {
  const blocks = at(sent, 'content')
  const whole = Array.isArray(blocks) ? blocks.map((block) => textIn(at(block, 'text'))).join('') : ''
  return {
    text: textIn(at(sent, 'delta', 'text'), whole),
    thought: textIn(at(sent, 'delta', 'thinking')),
    finish: finishOf(at(sent, 'delta', 'stop_reason') ?? at(sent, 'stop_reason')),
    usage: usageIn(at(sent, 'usage') ?? at(sent, 'message', 'usage'), at(sent, 'type') === 'message_start'),
    ...(at(sent, 'type') === 'error' && { error: sent }),
  }
}

/** What was read from a cache counts as sent. At the start the output is only begun. */
function usageIn(usage: unknown, isStart: boolean): NonNullable<ReplyPart['usage']> {
  const parts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map((name) =>
    at(usage, name),
  )
  const told = parts.filter((count) => typeof count === 'number')
  const input = told.length === 0 ? undefined : told.reduce((sum, count) => sum + count, 0)
  return counts({ input, output: isStart ? undefined : at(usage, 'output_tokens') })
}
