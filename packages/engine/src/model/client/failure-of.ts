import { retryAfterMs } from '#http/with-retries.ts'
import { ModelFailure, type ModelFailureReason } from '../failure.ts'
import { at, textIn } from './at.ts'

const TOO_LONG =
  /context[ _](?:length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? the (?:model'?s? )?(?:max|context)/i
const NO_SUCH_MODEL =
  /model[^.]{0,80}(?:not found|not exist|does not exist|unknown|not available|invalid|not a valid)|(?:no such|unknown|invalid) model|model_not_found|not_found_error/i
const NO_MONEY =
  /insufficient[ _](?:balance|quota|credit|funds)|credit balance|payment required|billing[ _]hard[ _]limit/i
const NO_KEY =
  /api[ _]key[^.]{0,30}(?:not valid|invalid|expired|incorrect|missing)|(?:invalid|incorrect|missing)[^.]{0,20}api[ _]key|API_KEY_INVALID/i
const FILTERED = /content[ _](?:filter|policy|management)|responsible ?ai|flagged|moderation|content_policy_violation/i
/** How long some ask to be left alone, where no header says it. */
const RETRY_IN = /try(?: again)? in (\d{1,4}(?:\.\d{1,9})?) ?(ms|s)\b/i
const BUSY = /overloaded|loading model|too many requests|rate limit|try again later|at capacity/i

/** An error that an endpoint sent: what it said is in the message, without keys and prompts. */
export class RefusalFailure extends ModelFailure {
  /** What it said, in one line; '' for nothing. */
  readonly said: string
  /** All that it said: to learn from, and not to be shown. */
  readonly #body: string
  constructor(
    reason: ModelFailureReason,
    sent: { status: number; said: string; body: string; retryAfter: number | undefined },
  ) {
    super(reason, `answered ${sent.status}${sent.said === '' ? '' : `: “${sent.said}”`}`, sent.retryAfter)
    this.said = sent.said
    this.#body = sent.body
  }

  get body(): string {
    return this.#body
  }
}

/** What a response says that is an error. `secrets`: what may not be repeated of it, keys and prompts. */
export function refusalOf(
  status: number,
  body: string,
  { headers, secrets = [] }: { headers?: Headers; secrets?: readonly (string | undefined)[] } = {},
): RefusalFailure {
  const text = body.slice(0, 4_000)
  const [, count, unit] = RETRY_IN.exec(text) ?? []
  const ms = Number(headers?.get('retry-after-ms') ?? (unit === 'ms' ? count : undefined) ?? Number.NaN)
  const retryAfter = ms >= 0 ? ms : retryAfterMs(headers?.get('retry-after') ?? count)
  return new RefusalFailure(reasonOf(status, text), { status, said: saidIn(text, secrets), body: text, retryAfter })
}

/** An error that came in place of a reply, or within it: the status is a part of it, if it has one. */
export function errorIn(sent: unknown, secrets: readonly (string | undefined)[]): RefusalFailure {
  const named = Number(at(sent, 'error', 'code') ?? at(sent, 'code') ?? at(sent, 'error', 'status'))
  const status = named >= 400 && named < 600 ? named : 500
  return refusalOf(status, JSON.stringify(sent), { secrets })
}

function reasonOf(status: number, said: string): ModelFailureReason {
  if (FILTERED.test(said)) return 'filter'
  if (status === 402 || NO_MONEY.test(said)) return 'money'
  if (status === 401 || status === 403 || NO_KEY.test(said)) return 'key'
  if (status === 429 || status === 529 || status === 503 || (status >= 500 && BUSY.test(said))) return 'quota'
  if (status === 413 || TOO_LONG.test(said)) return 'context'
  if (status >= 500 || status === 408) return 'server'
  return status === 404 || NO_SUCH_MODEL.test(said) ? 'model' : 'request'
}

const KEY_LIKE = /\b(?:(?:sk|gsk|xai|key)[-_]|AIza)[-_A-Za-z0-9*.]{6,}/g
const LONGEST_SAID = 240
/** So much of a prompt in an error is a repetition of it. */
const ECHO = 40

/** The message of an error in one line. A router's own is less than that of the provider behind it. */
export function saidIn(body: string, secrets: readonly (string | undefined)[]): string {
  let sent: unknown
  try {
    sent = JSON.parse(body)
  } catch {
    sent = { message: /<title>([^<]{1,200})/i.exec(body)?.[1] ?? (/^\s*</.test(body) ? '' : body) }
  }
  const error = at(sent, 'error') ?? at(sent, 0, 'error')
  const said = textIn(
    ...[at(error, 'metadata', 'raw'), at(error, 'message'), error, at(sent, 'message'), at(sent, 'detail')],
    ...[at(sent, 'detail', 0, 'msg'), at(sent, 'msg'), at(sent, 'code')],
  )
  const field = textIn(at(sent, 'detail', 0, 'loc', 1), at(error, 'param'))
  const line = `${field !== '' && !said.includes(field) ? `${field}: ` : ''}${said}`
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const clean = secrets.reduce<string>(
    (text, secret = '') => (secret.length >= 8 ? text.replaceAll(secret, '…') : text),
    line,
  )
  const shown = clean.replace(KEY_LIKE, '…').slice(0, LONGEST_SAID)
  return secrets.some((secret = '') => repeats(shown, secret)) ? '' : shown
}

function repeats(text: string, secret: string): boolean {
  for (let from = 0; from + ECHO <= text.length; from += ECHO / 2) {
    if (secret.includes(text.slice(from, from + ECHO))) return true
  }
  return false
}

/** What went wrong with a connection. */
export function connectionFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  return new ModelFailure('unreachable', `cannot be reached (${codeOf(error)})`)
}

/** The system's name for why a connection failed, from the innermost cause that has one. */
export function codeOf(error: unknown): string {
  let inner = error
  for (let depth = 0; inner instanceof Error && depth < 6; depth += 1) {
    if ('code' in inner && typeof inner.code === 'string') return inner.code
    inner = inner instanceof AggregateError ? inner.errors[0] : inner.cause
  }
  return 'no answer'
}

/** @throws {ModelFailure} with a reason where a response is no JSON */
export function parsedJson(said: string, reason: ModelFailureReason): unknown {
  try {
    return JSON.parse(said)
  } catch {
    throw new ModelFailure(reason, 'sent an unreadable response')
  }
}
