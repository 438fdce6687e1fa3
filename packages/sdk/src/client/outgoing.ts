/** One request, which may be sent several times. */
export interface Outgoing {
  readonly method: 'POST' | 'DELETE' | 'GET'
  readonly url: string
  /** The headers without the key, which is added when the request is sent. */
  readonly headers: Headers
  /** Only a request that starts research has a body, and only such a request can be charged. */
  readonly body?: string
  /** Whether a response is what was requested. */
  readonly isWanted: (response: Response) => boolean
  /** Whether the response begins with the first event. @defaultValue true */
  readonly isWhole?: boolean
}
