import { beginsWithin, type Evidence, type Quotation } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
import { belongsTo } from '#question/compared.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import { sectionStart, spotOf } from './blocks.ts'
import { cutPassage } from './cut-passage.ts'
import type { Lead } from './leads.ts'
import type { Passage, Wanted } from './passage.ts'

/** A document that holds less of a question, by weight, holds a part of it: the rest stands in others. */
const WHOLE = 0.6
/** In log-odds: what is so much less likely to open the answer is not preferred for its form. */
const NEAR = 0.5
/** "2.0.0", "v1.4" */
const VERSION = /(?<![\p{L}\p{N}.])v?(\d+(?:\.\d+)+)(?![\p{N}]|\.\p{N})/giu

/** What passages are chosen among. */
export interface Found {
  cited: readonly Judged[]
  leads: readonly Lead[]
  wanted: Wanted
  /** What comes first: what answers each of several questions, and what is of a version that is named. */
  first?: readonly Evidence[]
}

/** Passages in the order in which an answer shows them, each of another section: those of a lower level are the first. */
export function choosePassages(
  question: Question,
  { cited, leads, wanted, first = [] }: Found,
  most: number,
): Passage[] {
  const ordered = leads.map(({ evidence }) => evidence)
  const preferred = first.length > 0 ? first : preferredOf(question, leads, wanted)
  const chosen = new Chosen(wanted, most)
  for (const evidence of [...preferred, ...ordered.slice(0, 1)]) chosen.add(evidence)
  if (needsSeveral(question, cited))
    for (const { candidate } of cited) {
      const own = ordered.find(({ document }) => document.id === candidate.document.id) ?? bestOf(candidate.evidence)
      if (own && !chosen.isOf(own.document.id)) chosen.add(own)
    }
  for (const evidence of ordered) chosen.add(evidence)
  return chosen.passages
}

const bestOf = (evidence: readonly Evidence[]): Evidence | undefined =>
  evidence.toSorted((a, b) => b.worth + b.score - a.worth - a.score)[0]

/** What is chosen so far. */
class Chosen {
  readonly passages: Passage[] = []
  readonly #sections = new Set<string>()
  readonly #wanted: Wanted

  readonly #most: number

  constructor(wanted: Wanted, most: number) {
    this.#wanted = wanted
    this.#most = most
  }

  isOf(id: string): boolean {
    return this.passages.some(({ lead }) => lead.document.id === id)
  }

  /** Adds the passage of a sentence, unless its section is shown, or another says the same. */
  add(evidence: Evidence): void {
    if (this.passages.length >= this.#most) return
    const section = sectionOf(evidence)
    const shown = this.passages.flatMap(({ parts }) => parts)
    if (this.#sections.has(section) || shown.some((part) => beginsWithin(evidence, part))) return
    const passage = cutPassage(evidence, this.#wanted)
    const fresh = passage.parts.filter(
      (part) => !shown.some((each) => overlaps(each, part) || each.quote === part.quote),
    )
    if (!fresh.some((part) => beginsWithin(evidence, part))) return
    this.#sections.add(section)
    this.passages.push({ ...passage, parts: fresh })
  }
}

const overlaps = (one: Quotation, other: Quotation) =>
  one.document.id === other.document.id && one.start < other.end && other.start < one.end

/** Where the section of a sentence begins; in a text without headings what is shown of it is one. */
function sectionOf(evidence: Quotation): string {
  const { blocks, at, document } = spotOf(evidence)
  const isUnderHeading = (evidence.block?.path ?? []).some((title) => title !== document.title)
  if (evidence.block?.kind === 'row') return `${document.id} table ${at - (evidence.block.number ?? 0)}`
  return `${document.id} ${isUnderHeading ? sectionStart(blocks, at) : `at ${evidence.start}`}`
}

/** Whether a question needs several documents: it names several sources, or none of them holds most of it. */
function needsSeveral({ sources, weights }: Question, [likeliest]: readonly Judged[]): boolean {
  return sources.length > 1 || (likeliest !== undefined && coverage(likeliest.candidate.covers, weights) < WHOLE)
}

/** The sentences that come first, whatever the heads say: of what is compared, defined or listed. */
function preferredOf(question: Question, leads: readonly Lead[], wanted: Wanted): Evidence[] {
  if (question.compared.length > 1) return ofSides(question, leads)
  if (question.kind === 'definition') return defining(question, leads)
  return inForm(leads, wanted)
}

/** The sentences that stand in the sections of the versions that a question names. */
export function ofVersions({ text }: Pick<Question, 'text'>, cited: readonly Judged[]): Evidence[] {
  const versionsIn = (words: string) => Array.from(words.matchAll(VERSION), ([, version = '']) => version)
  const asked = new Set(versionsIn(text))
  if (asked.size === 0) return []
  const all = cited.flatMap(({ candidate }) => candidate.evidence)
  return all.filter(({ block }) => block?.path.some((title) => versionsIn(title).some((each) => asked.has(each))))
}

/** The best of each thing that is compared. */
function ofSides({ compared }: Question, leads: readonly Lead[]): Evidence[] {
  return compared.flatMap((side) => {
    const own = leads.find(({ evidence: { document, covers } }) => belongsTo(side, document.id, covers))
    return own?.evidence ?? []
  })
}

/** What says what the subject is, before an entry or a reference of that name. */
function defining({ needs }: Question, leads: readonly Lead[]): Evidence[] {
  const isProse = ({ block }: Evidence) => block?.kind !== 'row' && block?.kind !== 'code'
  const found = leads.find(({ evidence }) => isProse(evidence) && needs.fits(evidence.quote) === 1)
  return found ? [found.evidence] : []
}

/** The likeliest sentence, and one nearly as likely whose passage has the form that is asked for, where that of the first has not. */
function inForm(leads: readonly Lead[], wanted: Wanted): Evidence[] {
  const [first] = leads
  if (first === undefined || (!wanted.code && !wanted.list)) return []
  const isWanted = ({ block }: Quotation) =>
    wanted.code ? block?.kind === 'code' : block?.kind === 'item' || block?.kind === 'row'
  const near = leads.filter(({ odds }) => odds >= first.odds - NEAR)
  const shown = near.find(({ evidence }) => cutPassage(evidence, wanted).parts.some(isWanted))
  return [first.evidence, ...(shown && shown !== first ? [shown.evidence] : [])]
}
