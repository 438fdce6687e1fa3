import { checkOptions } from '#options/check-options.ts'
import type { Scenario, Step } from './scenario.ts'
import { PLAIN_WIRE } from './scenario.ts'

/** The first line of a recording: the request without its key, and the head of the response. */
export interface RecordingHead {
  format: 'deep-research-recording'
  /** The version of the format. */
  version: 1
  /** ISO 8601. */
  recorded_at: string
  /** What was asked, without the key. */
  request: { headers: Record<string, string>; body: unknown }
  /** The head of the response. */
  response: { status: number; headers: Record<string, string> }
}

/**
 * A chunk of the body as it arrived: text, or base64 if it is not valid UTF-8 by itself. `at` counts milliseconds since
 * the head.
 */
export type RecordedChunk = {
  /** Milliseconds since the head. */
  at: number
} & (
  | {
      /** The bytes as text. */
      text: string
    }
  | {
      /** The bytes, where they are no UTF-8. */
      base64: string
    }
)

/** How the body ended. */
export interface RecordedEnd {
  /** Milliseconds since the head. */
  at: number
  /** Whether the stream ended, or broke off. */
  end: 'closed' | 'torn'
}

/** A stream as a service sent it, with its bytes and timing. Its file has one JSON value per line. */
export interface Recording {
  /** What was asked, and the head of the response. */
  head: RecordingHead
  /** The body, as it arrived. */
  chunks: RecordedChunk[]
  /** How the stream ended. */
  end: RecordedEnd
}

/** The text of a recording's file. */
export function formatRecording({ head, chunks, end }: Recording): string {
  return `${[head, ...chunks, end].map((line) => JSON.stringify(line)).join('\n')}\n`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isHead(value: unknown): value is RecordingHead {
  return isObject(value) && value['format'] === 'deep-research-recording' && value['version'] === 1
}

function isChunk(value: unknown): value is RecordedChunk {
  if (!isObject(value) || typeof value['at'] !== 'number') return false
  return typeof value['text'] === 'string' || typeof value['base64'] === 'string'
}

function isEnd(value: unknown): value is RecordedEnd {
  return isObject(value) && typeof value['at'] === 'number' && (value['end'] === 'closed' || value['end'] === 'torn')
}

/**
 * Reads the text of a recording's file.
 * @throws Error with the number of the line that is invalid
 */
export function parseRecording(text: string): Recording {
  const lines = text.split('\n').filter((line) => line !== '')
  const values = lines.map((line, index): unknown => {
    try {
      return JSON.parse(line)
    } catch {
      throw new Error(`Line ${index + 1} of the recording is not JSON.`)
    }
  })
  const [head, ...rest] = values
  const end = rest.pop()
  if (!isHead(head)) throw new Error('Line 1 is not the head of a recording.')
  if (!isEnd(end)) throw new Error(`Line ${lines.length} does not say how the recording ends.`)
  const chunks = rest.map((value, index) => {
    if (!isChunk(value)) throw new Error(`Line ${index + 2} is not a chunk of a recording.`)
    return value
  })
  return { head, chunks, end }
}

function bytesOf(chunk: RecordedChunk): Uint8Array {
  if ('text' in chunk) return new TextEncoder().encode(chunk.text)
  return Uint8Array.from(atob(chunk.base64), (character) => character.charCodeAt(0))
}

function* replaySteps({ chunks, end }: Recording, speed: number): Generator<Step> {
  let at = 0
  for (const chunk of chunks) {
    yield { kind: 'wait', ms: (chunk.at - at) / speed }
    yield { kind: 'bytes', bytes: bytesOf(chunk) }
    at = chunk.at
  }
  yield { kind: 'wait', ms: (end.at - at) / speed }
  if (end.end === 'torn') yield { kind: 'tear' }
}

/** How a recorded stream is replayed. */
export interface ReplayOptions {
  /** The speed: 2 is twice as fast as the recording; `Infinity` does not wait. Default: 1. */
  speed?: number
}

/** Replays a recorded stream: the same head, bytes, chunks, timing and ending. */
export function replay(recording: Recording, options: ReplayOptions = {}): Scenario {
  checkOptions('replay', options, { speed: 'number' })
  const { status, headers } = recording.head.response
  return {
    name: 'replay',
    reply: () => ({
      kind: 'stream',
      status,
      headers,
      steps: replaySteps(recording, options.speed ?? 1),
      wire: PLAIN_WIRE,
    }),
  }
}
