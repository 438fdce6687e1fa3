import {
  type ResearchRequest,
  type ResearchResult,
  readResearchStream,
  type StreamEvent,
  StreamInterruptedError,
} from '@deep-research/sdk'

const PATH = '/playground/v1/research'

/** Milliseconds before each attempt to come back; the service waits ten seconds for it. */
const WAITS = [100, 400, 1_000, 2_000, 3_000, 3_000]

export interface ReadOptions {
  /** Ties the request to the session. */
  token: string
  signal: AbortSignal
  started(requestId: string): void
  event(event: StreamEvent): void
  /** The connection broke, and the rest is asked for. */
  reconnecting(): void
}

/**
 * Asks, and reads the stream to its end, over as many connections as it takes.
 * @throws the client's errors, and a TypeError where the service is out of reach
 */
export async function readResearch(body: ResearchRequest, options: ReadOptions): Promise<ResearchResult> {
  const { signal, event, started, reconnecting } = options
  let response = await post(body, options)
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
      response = await comeBack(body, options, { requestId, received, lost: error })
    }
  }
}

/** Ends a request at once, and frees its slot; also while the page goes away. */
export async function cancelResearch(requestId: string, token: string): Promise<void> {
  await fetch(`${PATH}/${requestId}`, { method: 'DELETE', headers: { 'x-csrf-token': token }, keepalive: true })
}

async function comeBack(
  body: ResearchRequest,
  options: ReadOptions,
  { requestId, received, lost }: { requestId: string; received: number; lost: Error },
): Promise<Response> {
  for (const wait of WAITS) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    try {
      return await post(body, options, { 'x-research-resume': requestId, 'last-event-id': String(received) })
    } catch (error) {
      if (options.signal.aborted) throw error
    }
  }
  throw lost
}

function post(
  body: ResearchRequest,
  { token, signal }: ReadOptions,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token, ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  })
}
