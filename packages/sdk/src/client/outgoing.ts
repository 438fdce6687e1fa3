/** One try of one request. */
export interface Outgoing {
  readonly method: 'POST' | 'DELETE' | 'GET'
  readonly url: string
  /** Without the key, which is added here. */
  readonly headers: Headers
  readonly body?: string | undefined
}
