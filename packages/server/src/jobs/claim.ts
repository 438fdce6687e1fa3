/**
 * The right to write to a request. Each time a process takes a request over, its epoch is raised by one; whatever an
 * earlier owner still writes is refused by the store.
 */
export interface Claim {
  /** The server's own id of the request. */
  id: string
  /** 0 until a worker takes the request for the first time. */
  epoch: number
}
