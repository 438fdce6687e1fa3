import { type Asked, finishOf, type ReplyPart } from './asked-of-model.ts'
import { at, textIn } from './at.ts'
import type { Quirk } from './dialect.ts'
import type { ReasoningEffort } from './endpoint.ts'

/** Who names the effort in another way than `reasoning_effort`, by the host or the model. */
const EFFORTS: readonly { of: RegExp; form: (effort: ReasoningEffort) => object }[] = [
  { of: /deepseek\.com /i, form: (effort) => ({ thinking: { type: effort === 'none' ? 'disabled' : 'enabled' } }) },
  { of: /aliyuncs\.com /i, form: (effort) => ({ enable_thinking: effort !== 'none' }) },
  { of: /openrouter\.ai /i, form: (effort) => ({ reasoning: { effort } }) },
  // vLLM, SGLang and llama.cpp take the switch of Qwen’s template; Ollama takes the usual name and passes over this one.
  {
    of: /qwen/i,
    form: (effort) => ({ reasoning_effort: effort, chat_template_kwargs: { enable_thinking: effort !== 'none' } }),
  },
]

/** A request of OpenAI's chat completions, as this endpoint takes it. */
export function chatBody(asked: Asked, had: ReadonlySet<Quirk>, host: string): object {
  const { model, instructions, prompt, tokens, schema, effort } = asked
  const role = had.has('developer') ? 'developer' : 'system'
  const named = `${host} ${model}`
  const form = EFFORTS.find(({ of }) => of.test(named))?.form ?? ((given) => ({ reasoning_effort: given }))
  return {
    model,
    messages: had.has('no system')
      ? [{ role: 'user', content: `${instructions}\n\n${prompt}` }]
      : [
          { role, content: instructions },
          { role: 'user', content: prompt },
        ],
    [had.has('completion tokens') ? 'max_completion_tokens' : 'max_tokens']: tokens,
    ...(!had.has('no stream') && {
      stream: true,
      ...(!had.has('no usage') && { stream_options: { include_usage: true } }),
    }),
    ...(schema &&
      !had.has('no json') && { response_format: had.has('no schema') ? { type: 'json_object' } : strictly(schema) }),
    ...(effort !== undefined && !had.has('no effort') && form(effort)),
  }
}

const strictly = (schema: object) => ({ type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } })

/** What a chunk of a streamed reply brings, or a whole one. */
export function readChat(sent: unknown): ReplyPart {
  const choice = at(sent, 'choices', 0)
  const said = at(choice, 'delta') ?? at(choice, 'message')
  const { text, thought } = contentOf(at(said, 'content'))
  const error = at(sent, 'error') ?? at(choice, 'error')
  return {
    text,
    thought: textIn(at(said, 'reasoning_content'), at(said, 'reasoning'), thought),
    refusal: textIn(at(said, 'refusal')),
    finish: finishOf(at(choice, 'finish_reason')),
    usage: usageIn(at(sent, 'usage')),
    ...(error !== undefined && error !== null && { error: sent }),
  }
}

/** A text, or a list of its parts, some of which are thoughts. */
function contentOf(content: unknown): { text: string; thought: string } {
  if (!Array.isArray(content)) return { text: textIn(content), thought: '' }
  const texts = (of: readonly unknown[]): string => of.map((part) => textIn(at(part, 'text'), part)).join('')
  const isThought = (part: unknown) => /think|reason/.test(textIn(at(part, 'type')))
  const thoughts = content.filter(isThought).flatMap((part) => at(part, 'thinking') ?? part)
  return { text: texts(content.filter((part) => !isThought(part))), thought: texts(thoughts) }
}

function usageIn(usage: unknown): NonNullable<ReplyPart['usage']> {
  const [input, output] = [at(usage, 'prompt_tokens'), at(usage, 'completion_tokens')]
  const reasoning = at(usage, 'completion_tokens_details', 'reasoning_tokens')
  return counts({ input, output, reasoning })
}

/** Of some counts those that are numbers. */
export function counts(given: Record<string, unknown>): NonNullable<ReplyPart['usage']> {
  return Object.fromEntries(Object.entries(given).filter(([, count]) => typeof count === 'number' && count >= 0))
}
