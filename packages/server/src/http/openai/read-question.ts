import type { ReasoningLevel } from '@deep-research/sdk/contract'
import { invalidRequest } from '#protocol/api-error.ts'
import { type ParsedRequest, parseRequest } from '#protocol/parse-request.ts'
import { levelOf } from './models.ts'
import { CHAT_PARAMETERS, checkEffort, checkParameters, parameterOf, RESPONSES_PARAMETERS } from './parameters.ts'
import { noSuchModel, type ParameterError } from './refusals.ts'

/** A question of a client of OpenAI, and how it is to be answered. */
export interface Question {
  request: ParsedRequest
  model: string
  stream: boolean
  /** Whether a stream of `chat/completions` ends with its usage. */
  includeUsage: boolean
  /** The summary of the reasoning that a request to `responses` asks for; undefined for none. */
  summary: string | undefined
}

/** Parses and checks a body of one of the two protocols. */
export type ReadQuestion = (bytes: Uint8Array) => Question | { error: ParameterError }

type Body = Record<string, unknown>

/** Reads a body of `chat/completions`. */
export const readChat: ReadQuestion = (bytes) =>
  read(bytes, (body, level) => {
    const wrong = checkParameters(body, CHAT_PARAMETERS) ?? checkEffort(body, 'reasoning_effort', level)
    return wrong ? { error: wrong } : lastOfUser(body['messages'], 'messages')
  })

/** Reads a body of `responses`. */
export const readResponses: ReadQuestion = (bytes) =>
  read(bytes, (body, level) => {
    const wrong = checkParameters(body, RESPONSES_PARAMETERS) ?? checkEffort(body, 'reasoning.effort', level)
    if (wrong) return { error: wrong }
    const { input } = body
    return typeof input === 'string' ? { text: input, param: 'input' } : lastOfUser(input, 'input')
  })

/** The text of a question, and the parameter that holds it. */
type Asked = { text: string; param: string } | { error: ParameterError }

function read(
  bytes: Uint8Array,
  questionOf: (body: Body, level: ReasoningLevel) => Asked,
): Question | { error: ParameterError } {
  const body = parseObject(bytes)
  if (!body) return { error: invalidRequest('The body must be a JSON object in UTF-8.') }
  const { model, stream } = body
  const level = levelOf(model)
  if (typeof model !== 'string' || level === undefined) return { error: noSuchModel }
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean') {
    return { error: { ...invalidRequest('stream must be true or false.'), param: 'stream' } }
  }
  const asked = questionOf(body, level)
  if ('error' in asked) return asked
  const metadata = body['metadata'] ?? undefined
  const options = { include_thinking: true }
  const own = { query: asked.text, reasoning_level: level, options, metadata }
  const parsed = parseRequest(new TextEncoder().encode(JSON.stringify(own)))
  if ('error' in parsed) return { error: named(parsed.error, asked.param) }
  const summary = parameterOf(body, 'reasoning.summary')
  return {
    request: parsed.request,
    model,
    stream: stream === true,
    includeUsage: parameterOf(body, 'stream_options.include_usage') === true,
    summary: typeof summary === 'string' ? summary : undefined,
  }
}

/** A refusal of our own request, in the words of the other protocol. */
function named({ message, ...error }: ParameterError, param: string): ParameterError {
  const isQuery = message.startsWith('query ')
  return {
    ...error,
    message: isQuery ? message.replace('query', `The last message of the user in ${param}`) : message,
    param: isQuery ? param : 'metadata',
  }
}

function parseObject(bytes: Uint8Array): Body | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined
  } catch {
    return undefined
  }
}

/** The text of the last message of the user; the messages before it are no part of the question. */
function lastOfUser(messages: unknown, param: string): Asked {
  if (!Array.isArray(messages)) {
    return { error: { ...invalidRequest(`${param} must be a list of messages with role and content.`), param } }
  }
  const index = messages.findLastIndex((message: unknown) => (message as Body | null)?.['role'] === 'user')
  const content = index < 0 ? '' : (messages[index] as Body)['content']
  if (typeof content === 'string') return { text: content, param }
  const parts: unknown[] = Array.isArray(content) ? content : [content]
  const place = `${param}[${index}].content`
  const foreign = parts.findIndex((part) => textOf(part) === undefined)
  if (foreign >= 0) {
    const message = `${place}[${foreign}] must be a text. Questions have no pictures, sounds or files.`
    return { error: { ...invalidRequest(message), param: `${place}[${foreign}]` } }
  }
  return { text: parts.map(textOf).join('\n'), param }
}

function textOf(part: unknown): string | undefined {
  const { type, text } = (part ?? {}) as Body
  return (type === 'text' || type === 'input_text') && typeof text === 'string' ? text : undefined
}
