/** The level of the title of a box that stands beside the text: that of the deepest headings. */
export const BOX_LEVEL = 6
/** The level of the terms of an outermost list: below all headings. */
const OUTERMOST_TERM = 7
/** A longer path is of a page that was nested by a machine; its further elements are left out. */
const LONGEST_PATH = 12

/** The level of a term in a list so many lists deep, the outermost being 1. */
export function termLevel(depth: number): number {
  return OUTERMOST_TERM + depth - 1
}

/** Whether a heading of this level is a term that is being defined. */
export function isTermLevel(level: number): boolean {
  return level >= OUTERMOST_TERM
}

/** The headings above the place that is being read, and the terms that it belongs to. */
export class SectionPath {
  /** Titles, the outermost first; never changed once it was given out. */
  now: readonly string[] = []
  readonly #entries: { level: number; title: string }[] = []

  /** What follows stands under a title. */
  enter(level: number, title: string): void {
    this.leave(level)
    if (this.#entries.length >= LONGEST_PATH) return
    this.#entries.push({ level, title })
    this.now = [...this.now, title]
  }

  /** What follows stands under the outermost title alone. */
  leaveInner(): void {
    const [, inner] = this.#entries
    if (inner) this.leave(inner.level)
  }

  /** What follows stands under nothing of this level or a deeper one. */
  leave(level: number): void {
    const before = this.#entries.length
    while ((this.#entries.at(-1)?.level ?? 0) >= level) this.#entries.pop()
    if (this.#entries.length < before) this.now = this.now.slice(0, this.#entries.length)
  }
}
