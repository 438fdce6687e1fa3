/** One attempt of one request. */
export interface Outgoing {
  readonly method: 'POST' | 'DELETE' | 'GET'
  readonly url: string
  /** The headers without the key, which is added here. */
  readonly headers: Headers
  readonly body?: string | undefined
}
