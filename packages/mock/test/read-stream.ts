import { testApiKey } from '@deep-research/mock'

/** One SSE event's data, for tests: lines of any ending, comments skipped. A few lines, on purpose not a client. */
export function dataOf(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
}

export interface ReadEvent {
  type: string
  request_id: string
  timestamp: string
  data: Record<string, unknown>
}

/** The envelopes of a stream's text; what is no JSON fails the test. */
export function eventsOf(text: string): ReadEvent[] {
  return dataOf(text)
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data) as ReadEvent)
}

export const API = 'https://api.example.org'

/** A POST to the endpoint with a good key, a query and what the test adds. */
export function ask(body: unknown = {}, init: RequestInit = {}, base = API): Promise<Response> {
  const whole = typeof body === 'string' ? body : JSON.stringify({ query: 'Why?', ...(body as object) })
  return fetch(`${base}/v1/research`, {
    method: 'POST',
    body: whole,
    ...init,
    headers: { 'x-api-key': testApiKey(), 'content-type': 'application/json', ...init.headers },
  })
}

/** Reads a body to its end, or to what breaks it. */
export async function readAll(response: Response): Promise<{ text: string; error: unknown }> {
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { text: text + decoder.decode(), error: undefined }
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    return { text, error }
  }
}
