import type { Citation, ResearchResult, SummarySource } from '#contract/types.ts'
import { toSegments } from './segments.ts'
import { listSources, webURL } from './sources.ts'

/** The parts of a result that are rendered. */
export type Renderable = Pick<ResearchResult, 'answer' | 'answer_clean' | 'citations' | 'sources_summary'>

/** A reference after a claim. */
export interface Reference {
  readonly number: number
  readonly verified: boolean
  readonly source: SummarySource
}

/** A piece of the answer. */
export interface Piece {
  readonly text: string
  readonly citations: readonly Citation[]
  /** References of the claims that end with this piece. */
  readonly references: readonly Reference[]
}

/** An answer with numbered references. */
export interface Numbered {
  readonly pieces: readonly Piece[]
  /** The first source has number 1. */
  readonly sources: readonly SummarySource[]
}

/** Numbers the references. Several claims of one source that end in the same place share one reference. */
export function number(result: Renderable): Numbered {
  const sources = listSources(result)
  const numbers = new Map(sources.map(({ url }, index) => [url, index + 1]))
  const segments = toSegments(result)
  const pieces = segments.map(({ text, citations }, index): Piece => {
    const ending = citations.filter((citation) => segments[index + 1]?.citations.includes(citation) !== true)
    const references = new Map<number, Reference>()
    for (const { source, verified } of ending) {
      const place = numbers.get(source.url) ?? 0
      const all = verified && references.get(place)?.verified !== false
      references.set(place, { number: place, verified: all, source })
    }
    return { text, citations, references: [...references.values()].sort((a, b) => a.number - b.number) }
  })
  return { pieces, sources }
}

/** The text in the brackets of a reference. */
export function label({ number: place, verified }: Reference): string {
  return verified ? `${place}` : `${place}, unverified`
}

/** A piece's text with its references, which stand before the white space or table edge at its end. */
export function withReferences({ text, references }: Piece, write: (reference: Reference) => string): string {
  if (references.length === 0) return text
  const end = text.trimEnd().replace(/(?<![\s|])(?:\s*\|)+$/, '').length || text.length
  return text.slice(0, end) + references.map(write).join('') + text.slice(end)
}

/** Says in words where a source is that cannot be linked to. */
export function whereabouts({ url }: SummarySource): string {
  return webURL(url) === undefined && url.trim() !== '' ? url.replace(/\s+/g, ' ').trim() : ''
}
