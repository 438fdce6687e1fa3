import { withRetries } from '#http/with-retries.ts'
import { boundedFetch } from '#model/client/bounded-fetch.ts'
import { below } from '#model/client/endpoint.ts'
import { codeOf, parsedJson, refusalOf } from '#model/client/failure-of.ts'
import { ModelFailure, PATIENT_POLICY } from '#model/failure.ts'
import type { Call, Dialect } from './wires/wire.ts'

/** Where a service is, and how it is asked. */
export interface HostedEndpoint extends Dialect {
  apiKey: string
  /** Milliseconds until a response begins, after which a request is given up. Default: 60,000. */
  timeoutMs?: number | undefined
  /** Milliseconds before the first retry of a request. Default: 500. */
  pauseMs?: number | undefined
}

const TIMEOUT_MS = 60_000
/** A request of which nothing arrived may be sent again, whatever it costs. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** What begins research is sent again only where the service said that it did not take it, or never heard of it. */
const START_POLICY = { ...PATIENT_POLICY, mendable: new Set(['quota', 'unreachable']), retriesOf: {} }

/**
 * Sends a request, and gives the response to one that was accepted. Redirects are not followed: the key would go along.
 * @throws {ModelFailure}; the signal's reason when aborted
 */
export async function ask(endpoint: HostedEndpoint, call: Call, signal: AbortSignal): Promise<Response> {
  const isStart = call.method === 'POST'
  const policy = isStart ? START_POLICY : PATIENT_POLICY
  return await withRetries(() => attempt(endpoint, call, signal), { ...policy, signal, pauseMs: endpoint.pauseMs })
}

async function attempt(endpoint: HostedEndpoint, { method, path, body }: Call, signal: AbortSignal): Promise<Response> {
  const { apiKey, keyHeader, timeoutMs = TIMEOUT_MS } = endpoint
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    const response = await boundedFetch(addressOf(endpoint, path), {
      method,
      headers: {
        accept: 'application/json, text/event-stream',
        [keyHeader]: keyHeader === 'authorization' ? `Bearer ${apiKey}` : apiKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, late.signal]),
    })
    if (response.ok) return response
    throw refusalOf(response.status, await response.text(), { headers: response.headers, secrets: [apiKey] })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ModelFailure) throw error
    if (late.signal.aborted) throw new ModelFailure('timeout', `sent nothing for ${timeoutMs} ms`)
    const code = codeOf(error)
    if (method === 'GET' || NEVER_SENT.has(code)) throw new ModelFailure('unreachable', `cannot be reached (${code})`)
    throw new ModelFailure('cut', `broke off before it said what it did (${code})`)
  } finally {
    clearTimeout(timer)
  }
}

/** An address below the base URL, with the query of the path. */
function addressOf({ baseUrl }: HostedEndpoint, path: string): URL {
  const [name = '', query = ''] = path.split('?')
  const url = below(baseUrl, name)
  for (const [key, value] of new URLSearchParams(query)) url.searchParams.set(key, value)
  return url
}

/**
 * Reads a response as JSON.
 * @throws {ModelFailure} if it is none, or breaks off; the signal's reason when aborted
 */
export async function jsonOf(response: Response, signal: AbortSignal): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    signal.throwIfAborted()
    throw new ModelFailure('cut', `broke off (${codeOf(error)})`)
  })
  return parsedJson(text, 'format')
}
