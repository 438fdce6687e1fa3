import {
  type ResearchRequest,
  type ResearchResult,
  readResearchStream,
  type StreamEvent,
  StreamInterruptedError,
} from '@deep-research/sdk'

const PATH = '/playground/v1/research'

/** Milliseconds before each attempt to come back. */
const WAITS = [100, 400, 1_000, 2_000, 3_000, 3_000]

/** A new question, or the id of a request that was asked before. */
export type Start = { ask: ResearchRequest } | { follow: string }

export interface ReadOptions {
  /** Ties the request to the session. */
  token: string
  signal: AbortSignal
  /** The request is let in, or found again. */
  started(requestId: string): void
  event(event: StreamEvent): void
  /** The connection broke, and the rest is asked for. */
  reconnecting(): void
}

/**
 * Asks, or comes back to what was asked, and reads the stream to its end, over as many connections as it takes.
 * @throws the client's errors, and a TypeError where the service is out of reach
 */
export async function readResearch(start: Start, options: ReadOptions): Promise<ResearchResult> {
  const { signal, event, started, reconnecting } = options
  let response =
    'ask' in start ? await post(options, {}, JSON.stringify(start.ask)) : await resume(options, start.follow, 0)
  const requestId = response.headers.get('x-request-id') ?? ''
  if (response.ok) started(requestId)
  let received = 0
  for (;;) {
    const stream = readResearchStream(response, { signal })
    try {
      for await (const one of stream) {
        received += 1
        event(one)
      }
      return await stream.result()
    } catch (error) {
      if (!StreamInterruptedError.isInstance(error) || !response.ok) throw error
      reconnecting()
      response = await comeBack(options, { requestId, received, lost: error })
    }
  }
}

/** Ends a request at once, and frees its slot. */
export async function cancelResearch(requestId: string, token: string): Promise<void> {
  await fetch(`${PATH}/${requestId}`, { method: 'DELETE', headers: { 'x-csrf-token': token } })
}

async function comeBack(
  options: ReadOptions,
  { requestId, received, lost }: { requestId: string; received: number; lost: Error },
): Promise<Response> {
  for (const wait of WAITS) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    try {
      return await resume(options, requestId, received)
    } catch (error) {
      if (options.signal.aborted) throw error
    }
  }
  throw lost
}

function resume(options: ReadOptions, requestId: string, received: number): Promise<Response> {
  return post(options, { 'x-research-resume': requestId, 'last-event-id': String(received) }, '')
}

function post({ token, signal }: ReadOptions, headers: Record<string, string>, body: string): Promise<Response> {
  return fetch(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token, ...headers },
    body,
    redirect: 'error',
    signal,
  })
}
