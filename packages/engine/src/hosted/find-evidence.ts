import type { Evidence } from '#evidence/ledger.ts'
import { contentTerms } from '#language/terms.ts'
import { anySentence } from '#research/paragraphs.ts'
import type { GrownLibrary } from '#web/grown-library.ts'
import { type BlockSentence, blockSentences } from '../block-sentences.ts'
import type { SourceDocument } from '../types.ts'

/** Passages of a page that are looked through for a claim, and sentences of them that it is held against. */
const PASSAGES = 5
const SENTENCES = 8
/** What is longer is no sentence, but a table or a text without stops: its verification is not worth the time. */
const LONGEST = 1_200

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

function evidenceOf(document: SourceDocument, sentence: BlockSentence): Evidence {
  const ofPage = known.get(document) ?? new Map<number, Evidence>()
  known.set(document, ofPage)
  const before = ofPage.get(sentence.start)
  if (before?.end === sentence.end) return before
  const evidence = anySentence(document, sentence)
  ofPage.set(sentence.start, evidence)
  return evidence
}
