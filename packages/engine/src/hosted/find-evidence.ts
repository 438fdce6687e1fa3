import type { Evidence } from '#evidence/ledger.ts'
import { contentTerms } from '#language/terms.ts'
import type { GrownLibrary } from '#web/grown-library.ts'
import { blockSentences } from '../block-sentences.ts'
import type { SourceDocument } from '../types.ts'

/** Passages of a page that are looked through for a claim, and sentences of them that it is held against. */
const PASSAGES = 5
const SENTENCES = 8
/** What is longer is no sentence, but a table or a text without stops: its verification is not worth the time. */
const LONGEST = 1_200

const NONE: ReadonlySet<string> = new Set()

/** The sentences of pages by where they begin, from one claim to the next: to take them apart takes long. */
const known = new WeakMap<SourceDocument, Map<number, Evidence>>()

/** The sentences of a page that share most of the words of a claim, best first. */
export function evidenceFor(claim: string, document: SourceDocument, library: GrownLibrary): Evidence[] {
  const wanted = contentTerms(claim)
  if (wanted.size === 0) return []
  const passages = library.search([...wanted], PASSAGES, { within: [document.id] })
  const found = new Map<number, { evidence: Evidence; shared: number }>()
  for (const { start, end } of passages) {
    for (const sentence of blockSentences(document, { start, end })) {
      if (sentence.end - sentence.start > LONGEST || found.has(sentence.start)) continue
      const evidence = evidenceOf(document, sentence)
      found.set(sentence.start, { evidence, shared: wanted.intersection(evidence.terms).size })
    }
  }
  return [...found.values()]
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.evidence.start - b.evidence.start)
    .slice(0, SENTENCES)
    .map(({ evidence }) => evidence)
}

function evidenceOf(
  document: SourceDocument,
  { start, end, block }: ReturnType<typeof blockSentences>[number],
): Evidence {
  const ofPage = known.get(document) ?? new Map<number, Evidence>()
  known.set(document, ofPage)
  const before = ofPage.get(start)
  if (before?.end === end) return before
  const quote = document.text.slice(start, end)
  const evidence = { document, start, end, quote, block, covers: NONE, terms: contentTerms(quote), score: 0, worth: 0 }
  ofPage.set(start, evidence)
  return evidence
}
