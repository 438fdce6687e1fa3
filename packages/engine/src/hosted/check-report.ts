import type { AnswerPart } from '#cite/assemble.ts'
import { attribute } from '#cite/attribute.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { isInstruction } from '#guard/instructions.ts'
import type { Draft } from '#model/draft-parser.ts'
import { stretchesOf } from '#model/gate.ts'
import type { Piece } from '#research/section-text.ts'
import type { SourceDocument } from '../types.ts'
import type { CitedPages } from './cited-pages.ts'
import { evidenceFor } from './find-evidence.ts'

/** A sentence of a report as it may be told. */
export interface CheckedDraft {
  parts: AnswerPart[]
  /** It states something, and nothing is cited for it. */
  uncited: boolean
  /** It is cited, and its source does not bear it out for certain. */
  unverified: boolean
}

/** Holds the sentences of a report against the pages that the report names for them. */
export class ReportCheck {
  readonly #pages: CitedPages
  /** The addresses by the handles of drafts. */
  readonly #urls: ReadonlyMap<string, string>
  readonly #context: { questionTerms: ReadonlySet<string> }

  constructor(pages: CitedPages, urls: ReadonlyMap<string, string>, questionTerms: ReadonlySet<string>) {
    this.#pages = pages
    this.#urls = urls
    this.#context = { questionTerms }
  }

  /** Checks the sentences of a piece, in order; undefined for what may not be told. */
  check(piece: Piece): (CheckedDraft | undefined)[] {
    const drafts = 'cells' in piece ? piece.cells : piece.drafts
    const around = this.#documentsOf(drafts)
    return drafts.map((draft) => this.#one(draft, around))
  }

  /**
   * Where a sentence names sources, it is held against these alone: that another one bears it out would hide that the report
   * cites the wrong one. What names none may be borne out by those that stand beside it.
   */
  #one(draft: Draft, around: ReadonlyMap<string, SourceDocument>): CheckedDraft | undefined {
    const named = this.#documentsOf([draft])
    const isNamed = draft.handles.some(({ handle }) => this.#urls.has(handle))
    const found = new Map<string, readonly Evidence[]>()
    for (const [handle, document] of isNamed ? named : around)
      found.set(handle, evidenceFor(draft.text, document, this.#pages.library))
    const stretches = stretchesOf(draft, found)
    const text = stretches.map((each) => each.text).join('')
    if (!/[\p{L}\p{N}]/u.test(text)) return undefined
    const evidence = [...found.values()].flat()
    if (isInstruction(text) && !evidence.some(({ quote }) => isInstruction(quote))) return undefined
    const others = isNamed ? [] : evidence
    const { parts, uncited } = attribute(stretches, { evidence: others, answers: true, context: this.#context })
    const claims = parts.flatMap((part) => (part.kind === 'claim' ? [part] : []))
    const isBorneOut = claims.every(({ verification, document }) => {
      return verification?.status === 'verified' && !document.excerpt
    })
    return { parts, uncited, unverified: !isBorneOut }
  }

  /** The pages that drafts name, as far as they could be read, by handle. */
  #documentsOf(drafts: readonly Draft[]): Map<string, SourceDocument> {
    const documents = new Map<string, SourceDocument>()
    for (const { handles } of drafts) {
      for (const { handle } of handles) {
        const url = this.#urls.get(handle)
        const document = url === undefined ? undefined : this.#pages.at(url)
        if (document) documents.set(handle, document)
      }
    }
    return documents
  }
}
