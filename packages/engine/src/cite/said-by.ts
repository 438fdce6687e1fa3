import type { Span } from '#language/span.ts'
import type { SourceDocument } from '../types.ts'

/** What was said, without who said it. */
export interface Said extends Span {
  /** A past tense of the frame may shift that of what was said. */
  shifted: boolean
}

const FRAME =
  /^(?:according to (?<by>[^,]{2,60}),|(?<who>[^,]{2,60}?),? (?:said|says|say|stated|states|wrote|writes|noted|notes|declared|declares|reported|reports|announced|announces|argued|argues|explained|explains|observed|observes|told \p{L}+)(?: that)?,?)\s+/iu

/** Takes "X said that" off a claim, where X is an author of the document. */
export function saidBy(claim: string, { authors = [], publisher = '' }: SourceDocument): Said {
  const frame = FRAME.exec(claim)
  const speaker = words(frame?.groups?.['by'] ?? frame?.groups?.['who'] ?? '')
  const known = new Set(words([...authors, publisher, 'president the a mr mrs ms dr senator'].join(' ')))
  const named = speaker.some((word) => new Set(words(authors.join(' '))).has(word))
  const own = frame !== null && named && speaker.every((word) => known.has(word))
  return { start: own ? frame[0].length : 0, end: claim.length, shifted: own }
}

const words = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? []
