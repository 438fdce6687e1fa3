import type { ResearchResult } from '@deep-research/sdk/contract'
import { type End, placeMarks } from './marks.ts'

export type Cited = Pick<ResearchResult, 'answer_clean' | 'citations' | 'sources_summary'>

/** One superscript: a source, and those of its citations that stand there. */
export interface Reference {
  /** The source's place in the list, from 1. */
  number: number
  /** Ids of citations. */
  citations: string[]
  /** Whether all of these citations are verified. */
  verified: boolean
}

/** The answer's Markdown, with a mark where each claim ends. A mark holds the ids of citations. */
export function markAnswer({ answer_clean, citations }: Cited): string {
  return placeMarks(answer_clean, endsOf(citations))
}

/** Where claims end, with the names of what is cited there. */
export function endsOf(citations: Cited['citations']): End[] {
  const ends = new Map<number, string[]>()
  for (const { id, end_offset } of citations) {
    ends.set(end_offset, [...(ends.get(end_offset) ?? []), encodeURIComponent(id)])
  }
  return [...ends]
}

/** The sources of an answer in the order in which it first cites them, as they are numbered everywhere. */
export function sourcesInOrder({ citations, sources_summary }: Omit<Cited, 'answer_clean'>): Cited['sources_summary'] {
  const places = new Map(citations.map(({ id, end_offset }) => [id, end_offset]))
  const first = ({ citation_ids }: Cited['sources_summary'][number]) =>
    Math.min(...citation_ids.map((id) => places.get(id) ?? Number.POSITIVE_INFINITY))
  const placed = sources_summary.map((summary) => ({ summary, at: first(summary) }))
  return placed.sort((one, other) => (one.at === other.at ? 0 : one.at - other.at)).map(({ summary }) => summary)
}

/** Gives the superscripts of a mark, in the order of the sources. */
export function createReferences(cited: Cited): (mark: string) => Reference[] {
  const { citations } = cited
  const numbers = new Map(
    sourcesInOrder(cited).flatMap(({ citation_ids }, index) => citation_ids.map((id) => [id, index + 1] as const)),
  )
  const verified = new Map(citations.map(({ id, verified }) => [id, verified]))
  return (mark) => {
    const references = new Map<number, Reference>()
    for (const id of mark.split(',').map(decodeURIComponent)) {
      const number = numbers.get(id)
      if (number === undefined) continue
      const known = references.get(number) ?? { number, citations: [], verified: true }
      references.set(number, {
        number,
        citations: [...known.citations, id],
        verified: known.verified && verified.get(id) === true,
      })
    }
    return [...references.values()].sort((a, b) => a.number - b.number)
  }
}

/** What a superscript is called. */
export function referenceLabel({ number, verified }: Reference): string {
  return verified ? `Source ${number}` : `Source ${number}, not borne out`
}
