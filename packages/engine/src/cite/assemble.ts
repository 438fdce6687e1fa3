import type { Citation, ResearchResult, Source, SourceSummary } from '@deep-research/sdk/contract'
import { pageOf, sectionOf } from '#evidence/section.ts'
import { clip } from '#language/cut.ts'
import { LONGEST_TITLE, visible, visibleLine } from '#language/visible.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block, SourceDocument } from '../types.ts'
import { aboutOf } from './about.ts'
import { type Verification, verify } from './verify.ts'

/** A piece of an answer: text of our own, or a claim with the place in a document that supports it. */
export type AnswerPart =
  | { kind: 'text'; text: string }
  | {
      kind: 'claim'
      text: string
      document: SourceDocument
      start: number
      end: number
      /** Whether the collection speaks of the question at all; where it does not, nothing is verified. */
      answers: boolean
      /** What was found out about it before; default: it is verified now. */
      verification?: Verification
    }

/** The strings and records of an answer; what `research.completed` holds of it. */
export type AssembledAnswer = Pick<ResearchResult, 'answer' | 'answer_clean' | 'citations' | 'sources_summary'>

/** UTF-16 units of a source's snippet: two or three lines in a list of sources. */
const SNIPPET = 240

/** UTF-16 units of a section's title that stand behind that of its document. */
const LONGEST_SECTION = 120

// A tag, or at the end what the next piece could make one.
const TAG_LIKE = /(?<!<)<+(?=\/?cite|\/?c?i?t?$)/gi

/** Text fit for an answer: visible, and nothing in it that reads as a cite tag. */
export function sanitise(text: string): string {
  let clean = visible(text)
  // Taking a bracket out can make another tag of what stood around it.
  for (let before = ''; before !== clean; ) {
    before = clean
    clean = clean.replace(TAG_LIKE, '')
  }
  return clean
}

/** What a source's title says where only a search service's excerpt of it was read. */
const EXCERPT = ' (excerpt shown by a search service)'

function titleOf(document: SourceDocument): string {
  const { title } = aboutOf(document)
  return document.excerpt ? title + EXCERPT : title
}

/** The title of a document, and of the section and the page in which a place of it is. */
function titleAt(document: SourceDocument, block: Block | undefined): string {
  const title = titleOf(document)
  const names = sectionOf({ document, block })
  const section = visibleLine(names.filter((name) => name !== document.title).join(' › '), LONGEST_TITLE)
  const isKnown = section === '' || section === title
  return (isKnown ? title : sanitise(`${title} › ${clip(section, LONGEST_SECTION)}`)) + pageOf(block)
}

function sourceOf(document: SourceDocument, quote: string, block: Block | undefined): Source {
  const { authors } = aboutOf(document)
  return {
    ...{ title: titleAt(document, block), url: document.url },
    snippet: clip(sanitise(quote), SNIPPET),
    ...(authors && authors.length > 0 ? { authors } : {}),
    ...(document.year === undefined ? {} : { year: document.year }),
    source_type: document.sourceType,
    ...(document.doi === undefined ? {} : { doi: document.doi }),
  }
}

/** Sources by URL under the titles of their documents, the most cited first, then in order of appearance. */
export function summarise(citations: readonly Citation[], titles: ReadonlyMap<string, string>): SourceSummary[] {
  const byUrl = new Map<string, SourceSummary>()
  for (const { id, source } of citations) {
    const summary = byUrl.get(source.url)
    if (summary) {
      summary.citation_ids.push(id)
      summary.citation_count += 1
    } else {
      const named = { ...source, title: titles.get(source.url) ?? source.title }
      byUrl.set(source.url, { source: named, citation_ids: [id], citation_count: 1 })
    }
  }
  return [...byUrl.values()].sort((a, b) => b.citation_count - a.citation_count)
}

/**
 * Writes an answer piece by piece: the only place where `answer`, `answer_clean` and their offsets are made.
 * `push` gives the fragment to stream; a claim whose place does not hold its text is left out, and gives ''.
 */
export class AnswerAssembler {
  #answer = ''
  #clean = ''
  readonly #citations: Citation[] = []
  /** Of the documents, by URL. */
  readonly #titles = new Map<string, string>()

  push(part: AnswerPart): string {
    const text = sanitise(part.text)
    if (part.kind === 'text' || text.trim() === '') return this.#append(text, text)
    const quote = part.document.text.slice(part.start, part.end)
    if (quote === '' || part.start < 0 || part.end > part.document.text.length) return ''
    const { url, blocks } = part.document
    const block = blocks?.at(firstEndingAfter(blocks, part.start))
    this.#titles.set(url, titleOf(part.document))
    const id = `cite_${this.#citations.length + 1}`
    const start = this.#clean.length
    const { status, method, score, checks } = part.verification ?? verify(text, part)
    this.#citations.push({
      id,
      cited_text: text,
      start_offset: start,
      end_offset: start + text.length,
      verified: part.answers && status === 'verified' && !part.document.excerpt,
      supporting_quote: quote,
      source_anchor: {
        quote,
        source_start_offset: part.start,
        source_end_offset: part.end,
        score,
        ...(block?.page !== undefined && { page: block.page }),
      },
      source: sourceOf(part.document, quote, block),
      verification: { method, checks },
    })
    return this.#append(`<cite id="${id}">${text}</cite>`, text)
  }

  /** @throws Error when an invariant of the answer does not hold: a broken answer is never handed out. */
  finish(): AssembledAnswer {
    const assembled = {
      answer: this.#answer,
      answer_clean: this.#clean,
      citations: this.#citations,
      sources_summary: summarise(this.#citations, this.#titles),
    }
    assertSound(assembled)
    return assembled
  }

  #append(tagged: string, clean: string): string {
    this.#answer += tagged
    this.#clean += clean
    return tagged
  }
}

const TAG = /<cite id="([^"]*)">([\s\S]*?)<\/cite>/g

/**
 * The invariants of every answer: tags stripped give `answer_clean`, one tag a citation in the same order, offsets
 * ascend and slice to `cited_text`.
 * @throws Error naming the invariant that does not hold.
 */
export function assertSound({ answer, answer_clean, citations }: Omit<AssembledAnswer, 'sources_summary'>): void {
  const fail = (what: string) => {
    throw new Error(`answer invariant broken: ${what}`)
  }
  if (answer.replace(TAG, '$2') !== answer_clean) fail('answer without tags is answer_clean')
  const tags = [...answer.matchAll(TAG)]
  if (tags.length !== citations.length) fail('one tag a citation')
  let last = 0
  citations.forEach((citation, i) => {
    if (tags[i]?.[1] !== citation.id || tags[i]?.[2] !== citation.cited_text) fail(`tag of ${citation.id}`)
    if (citation.start_offset < last || citation.end_offset < citation.start_offset) fail(`order of ${citation.id}`)
    if (answer_clean.slice(citation.start_offset, citation.end_offset) !== citation.cited_text) {
      fail(`offsets of ${citation.id}`)
    }
    last = citation.end_offset
  })
}
