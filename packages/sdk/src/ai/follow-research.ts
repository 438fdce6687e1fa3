import { StreamInterruptedError } from '#client/errors.ts'
import { readResearchStream } from '#client/read-stream.ts'
import { REQUEST_ID, RESUMABLE } from '#contract/tables.ts'
import type { StreamEvent } from '#stream/decode-event.ts'
import { pause } from './pause.ts'

/** How to reach a research again. */
export interface Following {
  /** Asks for the rest of a research after so many events. */
  resume(id: string, after: number, signal: AbortSignal): Promise<Response>
  /** How long a lost research is asked for without an event, in milliseconds. */
  readonly resumeForMs: number
  readonly signal: AbortSignal
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000

/**
 * Whether asking again is of no use: a refusal of the service itself stays, while a gateway's page may be gone in a
 * moment.
 */
const isVerdict = ({ status }: Response): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429

/** Asks until there is a stream again; throws `lost` when that is refused or takes too long. */
async function resumed(id: string, after: number, lost: unknown, following: Following): Promise<Response> {
  const { signal, resumeForMs } = following
  let waited = 0
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    if (waited >= resumeForMs) throw lost
    waited += ms
    await pause(ms, signal)
    signal.throwIfAborted()
    const response = await following.resume(id, after, signal).catch(() => undefined)
    if (response?.ok) return response
    void response?.body?.cancel().catch(() => undefined)
    if (response !== undefined && isVerdict(response)) throw lost
  }
}

/** The events of a relayed research over all its connections. */
export async function* followResearch(first: Response, following: Following): AsyncGenerator<StreamEvent, undefined> {
  const { signal } = following
  const id = first.headers.get(REQUEST_ID)
  let response = first
  for (let position = 0; ; ) {
    try {
      for await (const event of readResearchStream(response, { signal, after: position })) {
        position += 1
        yield event
      }
      return
    } catch (error) {
      const isResumable = response.headers.get(RESUMABLE) === 'true'
      if (id === null || !isResumable || !StreamInterruptedError.isInstance(error)) throw error
      response = await resumed(id, position, error, following)
    }
  }
}
