import { CONTENT_TYPE, DETACHED, REQUEST_ID } from '#contract/tables.ts'

/** The service's id of the research, from its response. */
export function idOf({ headers }: Response): string | undefined {
  return headers.get(REQUEST_ID) ?? undefined
}

/** Whether a response's body is a web stream. */
export function isReadable({ body }: Response): boolean {
  return typeof body?.getReader === 'function'
}

/** Whether a response says that it is a stream of events. */
export function isEventStream({ ok, headers }: Response): boolean {
  return ok && /^text\/event-stream *(;|$)/i.test(headers.get(CONTENT_TYPE) ?? '')
}

/** Whether a response is a stream of events that can be read. */
export function isStream(response: Response): boolean {
  return isEventStream(response) && isReadable(response)
}

/** Whether a response says that its research goes on when nobody reads it. */
export function isDetached({ headers }: Response): boolean {
  return headers.get(DETACHED) === 'true'
}
