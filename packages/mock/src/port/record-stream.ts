import { readFile, writeFile } from 'node:fs/promises'
import { HEADERS, RESEARCH_PATH } from '@deep-research/sdk/contract'
import { type Clock, systemClock } from '#scenario/clock.ts'
import { formatRecording, parseRecording, type RecordedChunk, type Recording } from '#scenario/recording.ts'

/** What is recorded, and of which service. */
export interface RecordOptions {
  /** The base URL of a real service. */
  baseURL: string
  /** The key to ask with; it is not recorded. */
  apiKey: string
  /** The request's body. */
  body: object
  /** Further request headers. */
  headers?: Record<string, string>
  /** Default: the machine's clock. */
  clock?: Clock
  /** Ends the recording. */
  signal?: AbortSignal
}

/** Headers that describe the connection rather than the stream, and those that identify someone. */
const LEFT_OUT = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
])

function kept(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !LEFT_OUT.has(name)))
}

function toChunk(at: number, bytes: Uint8Array): RecordedChunk {
  try {
    return { at, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { at, base64: Buffer.from(bytes).toString('base64') }
  }
}

async function readChunks(response: Response, now: () => number): Promise<Pick<Recording, 'chunks' | 'end'>> {
  const started = now()
  const chunks: RecordedChunk[] = []
  const reader = response.body?.getReader()
  try {
    for (;;) {
      const next = await reader?.read()
      const at = now() - started
      if (next === undefined || next.done) return { chunks, end: { at, end: 'closed' } }
      chunks.push(toChunk(at, next.value))
    }
  } catch {
    return { chunks, end: { at: now() - started, end: 'torn' } }
  }
}

/**
 * Sends a request to a real service and records its response: bytes, chunks, timing and how it ended. The key is left
 * out.
 * @throws TypeError if there is no response; Error if the response repeats the key, since then nothing may be stored
 */
export async function recordStream(options: RecordOptions): Promise<Recording> {
  const { baseURL, apiKey, body, clock = systemClock, signal } = options
  const headers = { [HEADERS.contentType]: 'application/json', ...options.headers }
  const response = await fetch(`${baseURL.replace(/(?<!\/)\/+$/, '')}${RESEARCH_PATH}`, {
    method: 'POST',
    headers: { ...headers, [HEADERS.apiKey]: apiKey },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  const recording: Recording = {
    head: {
      format: 'deep-research-recording',
      version: 1,
      recorded_at: new Date(clock.now()).toISOString(),
      request: { headers, body },
      response: { status: response.status, headers: kept(response.headers) },
    },
    ...(await readChunks(response, () => clock.now())),
  }
  const bytes = recording.chunks.map((chunk) => ('text' in chunk ? chunk.text : atob(chunk.base64))).join('')
  if (`${formatRecording(recording)}${bytes}`.includes(apiKey)) {
    throw new Error('The recording would contain the API key, so it is discarded.')
  }
  return recording
}

/** Writes a recording to a file, one JSON value per line. */
export function writeRecording(file: string, recording: Recording): Promise<void> {
  return writeFile(file, formatRecording(recording))
}

/**
 * Reads a recording from a file.
 * @throws Error if the file is not a recording
 */
export async function readRecording(file: string): Promise<Recording> {
  return parseRecording(await readFile(file, 'utf8'))
}
