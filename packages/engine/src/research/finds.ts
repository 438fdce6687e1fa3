import type { Finding, PassageHit } from '../types.ts'
import { type Paragraph, paragraphsIn, spanToShow } from './paragraphs.ts'
import type { ResearchParts } from './research-parts.ts'

/** UTF-16 units of what is told of a source, and of the name and the signs around a paragraph. */
const OF_SOURCE = 200
const OF_PARAGRAPH = 40

const placeOf = (documentId: string, start: number) => `${start} ${documentId}`

/** What the queries of a sub-question found, those of each query by themselves, the best first. */
export class Finds {
  #lists: PassageHit[][] = []

  /** What one query found; it comes before what earlier ones found. */
  add(findings: readonly Finding[]): void {
    const hits = findings.flatMap(({ passages }) => passages).toSorted((a, b) => b.score - a.score)
    if (hits.length > 0) this.#lists.unshift(hits)
  }

  get size(): number {
    return this.#lists.reduce((sum, { length }) => sum + length, 0)
  }

  /** Whose turn it is among the queries. */
  #turn = 0

  /**
   * Takes the best passage that was not shown, of each query in turn: of a short document all of it. None where nothing is
   * left, or the next one needs more than so many UTF-16 units.
   */
  next(room: number, shown: ReadonlySet<string>, parts: Pick<ResearchParts, 'collection' | 'run'>): Paragraph[] {
    while (this.#lists.length > 0) {
      this.#turn %= this.#lists.length
      const list = this.#lists[this.#turn]
      const hit = list?.[0]
      if (!list || !hit) {
        this.#lists.splice(this.#turn, 1)
        continue
      }
      const fresh = paragraphsOf(hit, room, shown, parts)
      // What does not fit is for the next look.
      if (fresh.length > 0 && sizeOf(fresh) > room) return []
      list.shift()
      this.#turn += 1
      if (fresh.length > 0) return fresh
    }
    return []
  }
}

/** UTF-16 units that paragraphs of one source take in a prompt. */
function sizeOf(paragraphs: readonly Paragraph[]): number {
  return paragraphs.reduce((sum, { text }) => sum + text.length + OF_PARAGRAPH, OF_SOURCE)
}

/**
 * Gives each of several sub-questions the best passages that were found for it, in turns, until so many UTF-16 units are full:
 * what two of them found goes to the one that found it higher. Nothing is given that was `shown`, where it is noted.
 */
export function allot(
  all: readonly Finds[],
  room: number,
  shown: Set<string>,
  parts: Pick<ResearchParts, 'collection' | 'run'>,
): Paragraph[][] {
  const given = all.map(() => ({ byDocument: new Map<string, Paragraph[]>(), left: room, isOpen: true }))
  while (given.some(({ isOpen }) => isOpen)) {
    for (const [at, one] of given.entries()) {
      const fresh = one.isOpen ? (all[at]?.next(one.left, shown, parts) ?? []) : []
      const [first] = fresh
      one.isOpen = first !== undefined
      if (!first) continue
      one.left -= sizeOf(fresh)
      for (const { start } of fresh.flatMap(({ sentences }) => sentences)) shown.add(placeOf(first.document.id, start))
      one.byDocument.set(first.document.id, [...(one.byDocument.get(first.document.id) ?? []), ...fresh])
    }
  }
  return given.map(({ byDocument }) =>
    [...byDocument.values()].flatMap((own) => own.toSorted((a, b) => a.start - b.start)),
  )
}

function paragraphsOf(
  hit: PassageHit,
  room: number,
  shown: ReadonlySet<string>,
  { collection: { library }, run }: Pick<ResearchParts, 'collection' | 'run'>,
): Paragraph[] {
  const document = run.ledger.get(hit.documentId)?.document ?? library.document(hit.documentId)
  return paragraphsIn(document, spanToShow(document, hit, room), (start) => shown.has(placeOf(document.id, start)))
}
