/** A piece of a text: UTF-16 code units, the end exclusive. */
export interface Span {
  start: number
  end: number
}
