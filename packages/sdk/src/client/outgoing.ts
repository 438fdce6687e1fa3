/** One request, which may be tried more than once. */
export interface Outgoing {
  readonly method: 'POST' | 'DELETE' | 'GET'
  readonly url: string
  /** Without the key, which is added last. */
  readonly headers: Headers
  /** Only what begins a research has one, and only that may be charged. */
  readonly body?: string
  /** Whether an answer is what was asked for. */
  readonly isWanted: (response: Response) => boolean
  /** The answer tells of a research from its first event on. @defaultValue true */
  readonly isWhole?: boolean
}
