import type { Evidence } from '../ledger.ts'
import type { SourceDocument } from '../types.ts'

/** A piece of an answer: text of our own, or a sentence quoted as evidence. */
export type ComposedPart = { kind: 'text'; text: string } | { kind: 'quote'; text: string; evidence: Evidence }

export const NOTHING_FOUND = 'The sources searched hold nothing on this question.'
export const NOT_ANSWERED = 'The sources searched do not answer this directly. The closest passages:'

/** How a source is named before what is quoted of it. */
export function attribution({ authors, year, title }: SourceDocument): string {
  const [author] = authors ?? []
  if (author === undefined) return year === undefined ? `${title}: ` : `${title} (${year}): `
  const others = (authors?.length ?? 0) > 1 ? ' and others' : ''
  return year === undefined ? `${author}${others}, ${title}: ` : `${author}${others} (${year}): `
}

function quoted(evidence: Evidence): ComposedPart {
  return { kind: 'quote', text: evidence.quote.replace(/\s+/g, ' ').trim(), evidence }
}

function paragraph(evidence: readonly Evidence[]): ComposedPart[] {
  const [first] = evidence
  if (!first) return []
  const parts: ComposedPart[] = [{ kind: 'text', text: attribution(first.document) }]
  evidence.forEach((item, i) => {
    const before = evidence[i - 1]
    if (before) {
      const adjoining = item.start >= before.end && item.start - before.end <= 2
      parts.push({ kind: 'text', text: adjoining ? ' ' : ' … ' })
    }
    parts.push(quoted(item))
  })
  return parts
}

const SURE = 0.3
const STANDS_OUT = 0.3

/** The sentence to begin with: it answers well, and its document is likely needed. Undefined of none. */
export function leadOf(chosen: readonly Evidence[], probability: (documentId: string) => number): Evidence | undefined {
  const worth = (evidence: Evidence) =>
    evidence.score + STANDS_OUT * evidence.worth + SURE * probability(evidence.document.id)
  return chosen.reduce<Evidence | undefined>(
    (best, evidence) => (best && worth(best) >= worth(evidence) ? best : evidence),
    undefined,
  )
}

/**
 * Puts chosen sentences in order: the lead, then one paragraph a document, each in the order of its
 * source; what was found by following a document comes after it.
 */
export function compose(chosen: readonly Evidence[], lead: Evidence | undefined, answered: boolean): ComposedPart[] {
  if (!lead) return [{ kind: 'text', text: NOTHING_FOUND }]
  const byDocument = new Map<string, Evidence[]>([[lead.document.id, []]])
  for (const evidence of chosen) {
    const group = byDocument.get(evidence.document.id)
    if (group) group.push(evidence)
    else byDocument.set(evidence.document.id, [evidence])
  }
  const parts: ComposedPart[] = answered ? [] : [{ kind: 'text', text: `${NOT_ANSWERED}\n\n` }]
  for (const group of byDocument.values()) {
    group.sort((a, b) => a.start - b.start)
    if (group.includes(lead)) group.sort((a, b) => Number(b === lead) - Number(a === lead))
    if (parts.length > (answered ? 0 : 1)) parts.push({ kind: 'text', text: '\n\n' })
    parts.push(...paragraph(group))
  }
  return parts
}
