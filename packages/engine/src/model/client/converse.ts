import type { RetryOptions } from '#http/with-retries.ts'
import { CHARACTERS_A_TOKEN, estimateTokens } from '../../budget.ts'
import type { ModelCall, ModelRole, ModelUsage } from '../calls.ts'
import { ModelFailure, type ModelFailureReason } from '../failure.ts'
import type { Asked, ReplyPart } from './asked-of-model.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { Dialect, Quirk } from './dialect.ts'
import { baseUrlOf, below, CONTEXT_TOKENS, isLocal, keyHeaders, type OneModel } from './endpoint.ts'
import { sentBy } from './events.ts'
import { connectionFailure, errorIn, parsedJson, RefusalFailure, refusalOf } from './failure-of.ts'
import type { Pace } from './pace.ts'
import { watchForLife } from './sign-of-life.ts'
import { chatBody, readChat } from './wire-chat.ts'
import { messagesBody, readMessages } from './wire-messages.ts'
import { readResponses, responsesBody } from './wire-responses.ts'

/** Milliseconds: a model is rarely silent for so long once it writes. */
export const TIMEOUT_MS = 30_000
/** Tokens of a prompt for which a model gets the time of one more silence: a local one reads a hundred a second. */
const TOKENS_A_SILENCE = 3_000
/** Tokens that a model gets beside those of its answer once it was seen to think. */
const ROOM_TO_THINK = 8_000
/** Fewer are not worth asking again. */
const LEAST_ROOM = 500
/** What ends a reply that could go on. */
const MENDED_BY_GOING_ON: ReadonlySet<ModelFailureReason> = new Set(['unreachable', 'server', 'quota', 'request'])
/** Requests that may be refused before one fits: each teaches something. */
const MOST_LESSONS = 8

/** One model, and what is known of it and its endpoint. */
export interface Line {
  model: OneModel
  dialect: Dialect
  /** Of all calls to the endpoint. */
  pace: Pace
  /** How often a call is made again, and after which failures. */
  policy: Omit<RetryOptions, 'signal'>
}

/** The models by their roles. */
export type Lines = Readonly<Record<ModelRole, Line>>

/** A call without its role, and the JSON Schema of an object that it asks for. */
export interface Turn extends Omit<ModelCall, 'role'> {
  schema: object | undefined
}

/**
 * Asks a model in the way in which its endpoint takes it, and gives what it replies, piece by piece. Where the endpoint
 * refuses a request and says why, it is asked in another way; where it does not say why, an object is asked for more
 * simply, and that is remembered if it helps.
 * @throws {ModelFailure}
 */
export async function* converse(line: Line, turn: Turn): AsyncGenerator<ReplyPart> {
  const guessed = new Map<Quirk, string>()
  let cramped = false
  for (let refused = 0; ; refused += 1) {
    const had = new Set([...line.dialect.quirks, ...guessed.keys()])
    if (cramped) had.delete('room to think')
    const asked = askedBy(line, turn, had)
    let begun = false
    try {
      for await (const part of line.pace.through(() => exchange(line, turn, asked, had), turn.signal)) {
        begun ||= isOutput(part)
        yield part
      }
      for (const [quirk, said] of guessed) line.dialect.note(quirk, said)
      line.dialect.noteAccess(false)
      return
    } catch (error) {
      if (begun || refused >= MOST_LESSONS || !(error instanceof RefusalFailure)) throw error
      if (error.reason === 'key' || error.reason === 'money') line.dialect.noteAccess(true)
      // The context is smaller than what is set: thoughts get no room in it.
      if (error.reason === 'context' && asked.tokens > turn.maxOutputTokens && !cramped) {
        cramped = true
        continue
      }
      if (!['request', 'model', 'server'].includes(error.reason)) throw error
      if (line.dialect.learn(error, asked, had)) continue
      const simpler = (['no schema', 'no json'] as const).find((quirk) => !had.has(quirk))
      if (error.reason !== 'request' || !asked.schema || !simpler) throw error
      guessed.set(simpler, error.said)
    }
  }
}

function askedBy(line: Line, turn: Turn, had: ReadonlySet<Quirk>): Asked {
  const { kind, model, effort } = line.model
  const { instructions, prompt, schema } = turn
  return { kind, model, effort, instructions, prompt, schema, tokens: tokensFor(line, turn, had.has('room to think')) }
}

/** Tokens that a reply may have: those of the answer, and of what is thought before it as far as there is room. */
export function tokensFor({ model, dialect }: Pick<Line, 'model' | 'dialect'>, turn: Turn, thinks: boolean): number {
  const { maxOutputTokens, contextTokens = CONTEXT_TOKENS } = model
  const free = contextTokens - estimateTokens(lengthOf(turn)) - turn.maxOutputTokens
  const room = thinks && free >= LEAST_ROOM ? Math.min(ROOM_TO_THINK, free) : 0
  return Math.min(maxOutputTokens ?? turn.maxOutputTokens + room, dialect.mostTokens)
}

function lengthOf({ instructions, prompt }: Turn): number {
  return instructions.length + prompt.length
}

const isOutput = ({ text, thought, refusal }: ReplyPart) => Boolean(text || thought || refusal)

/** One request and its reply. */
async function* exchange(line: Line, turn: Turn, asked: Asked, had: ReadonlySet<Quirk>): AsyncGenerator<ReplyPart> {
  const { apiKey, timeoutMs = TIMEOUT_MS } = line.model
  const { url, body, read } = requestOf(line, asked, had)
  const sent = lengthOf(turn)
  const first = timeoutMs * (2 + sent / CHARACTERS_A_TOKEN / TOKENS_A_SILENCE)
  const watch = watchForLife(turn.signal, {
    first,
    later: timeoutMs,
    ...(isLocal(url) && { heard: () => line.pace.heard }),
  })
  const secrets = [apiKey, turn.prompt, turn.instructions]
  const usage: ReplyPart['usage'] = {}
  let received = 0
  let begun = false
  let isRefused = false
  try {
    const headers = { 'content-type': 'application/json', ...keyHeaders(line.model, url) }
    const response = await boundedFetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: watch.signal,
    })
    if (!response.ok) {
      isRefused = response.status < 500
      throw refusalOf(response.status, await response.text(), { headers: response.headers, secrets })
    }
    for await (const data of sentBy(response, () => watch.alive(begun))) {
      if (data.trim() === '[DONE]') yield { finish: 'stop' }
      else {
        const part = read(parsedJson(data, 'cut'))
        if (part.error !== undefined) throw errorIn(part.error, secrets)
        Object.assign(usage, part.usage)
        begun ||= isOutput(part)
        if (isOutput(part)) line.pace.heard = performance.now()
        received += (part.text ?? '').length + (part.thought ?? '').length
        yield part
      }
    }
  } catch (error) {
    turn.signal.throwIfAborted()
    const failure = watch.failure() ?? connectionFailure(error)
    const isCut = begun && MENDED_BY_GOING_ON.has(failure.reason)
    throw isCut ? new ModelFailure('cut', 'broke off') : failure
  } finally {
    watch.end()
    // Left early, or cut: the model is to stop as well.
    watch.stop()
    if (!isRefused) turn.onUsage(usageOf(usage, sent, received))
  }
}

function requestOf({ model }: Line, asked: Asked, had: ReadonlySet<Quirk>) {
  const to = (path: string) => below(baseUrlOf(model), path)
  if (asked.kind === 'anthropic') return { url: to('messages'), body: messagesBody(asked, had), read: readMessages }
  if (had.has('responses')) return { url: to('responses'), body: responsesBody(asked, had), read: readResponses }
  const url = to('chat/completions')
  return { url, body: chatBody(asked, had, url.hostname), read: readChat }
}

/** What the endpoint says a call took; what it does not say is reckoned from the characters. */
function usageOf(
  { input, output, reasoning = 0 }: NonNullable<ReplyPart['usage']>,
  sent: number,
  received: number,
): ModelUsage {
  return { input: input ?? estimateTokens(sent), output: output ?? estimateTokens(received), reasoning }
}
