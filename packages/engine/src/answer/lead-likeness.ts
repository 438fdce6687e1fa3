import type { Features } from '#evidence/head.ts'
import type { Evidence, Quotation } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
import type { KnownTerm } from '#language/terms.ts'
import { contentReader } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'

/** UTF-16 code units of a passage that are read first. */
const READ_FIRST = 300
/** Words of one family share most of their groups of so many letters: "rotate" and "rotation", "auth" and "authenticate". */
const GROUP = 3

/** Groups of letters, and how often each is there. */
type Groups = ReadonlyMap<string, number>

/** Measures how alike a passage and the question are in letters, and how much of the question its section tells as a whole. */
export function likenessFeatures(
  question: Pick<Question, 'goal' | 'terms'>,
  cited: readonly Judged[],
): (evidence: Evidence, shown: readonly Quotation[]) => Features {
  const { goal } = question
  const groupsOf = groupReader()
  const asked = groupsOf(question.terms.map((term) => ({ term, raw: term, stop: false })))
  const shareOfSection = sectionShares(goal, cited)
  return (evidence, shown) => {
    const first = readFirst(shown).flatMap(({ start, end }) => goal.termsOf(evidence.document).between(start, end))
    return {
      /** How alike the question and what is read first are in groups of letters. */
      alike: likeness(asked, groupsOf(first)),
      /** How much of the question, by weight, all that was read below the same headings holds, with these. */
      section: shareOfSection(evidence),
    }
  }
}

/** The parts of a passage that are read first. */
function readFirst(shown: readonly Quotation[]): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  let left = READ_FIRST
  for (const { start, end } of shown) {
    if (left <= 0) break
    parts.push({ start, end: Math.min(end, start + left) })
    left -= end - start
  }
  return parts
}

const keyOf = ({ document, block }: Evidence): string => [document.id, ...(block?.path ?? [])].join('\n')

/** Gives the share of the question, by weight, that the sentences below the same headings as a sentence hold together. */
function sectionShares(goal: Question['goal'], cited: readonly Judged[]): (evidence: Evidence) => number {
  const bySection = Map.groupBy(
    cited.flatMap(({ candidate }) => candidate.evidence),
    keyOf,
  )
  const contentOf = contentReader(goal)
  const known = new Map<string, number>()
  return (evidence) => {
    const key = keyOf(evidence)
    const before = known.get(key)
    if (before !== undefined) return before
    const told = new Set<string>()
    for (const title of [evidence.document.title, ...(evidence.block?.path ?? [])])
      for (const term of contentOf(title)) told.add(term)
    for (const { covers } of bySection.get(key) ?? [evidence]) for (const term of covers) told.add(term)
    const share = coverage(told, goal.weights)
    known.set(key, share)
    return share
  }
}

/** Counts the groups of letters of the terms that carry meaning; those of a term that stands in many passages are found once. */
function groupReader(): (terms: readonly KnownTerm[]) => Groups {
  const known = new Map<string, readonly string[]>()
  const ofTerm = (term: string) => {
    // Where a word begins tells more of it than how it goes on.
    const marked = ` ${term}`
    const own = Array.from({ length: Math.max(0, marked.length - GROUP + 1) }, (_, at) => marked.slice(at, at + GROUP))
    known.set(term, own)
    return own
  }
  return (terms) => {
    const counts = new Map<string, number>()
    for (const { term, stop } of terms) {
      if (stop) continue
      for (const group of known.get(term) ?? ofTerm(term)) counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    return counts
  }
}

/** The cosine of two counts: 0 where they share no group, 1 where they are in proportion. */
function likeness(one: Groups, other: Groups): number {
  let shared = 0
  for (const [group, count] of one) shared += count * (other.get(group) ?? 0)
  return shared === 0 ? 0 : shared / Math.sqrt(squares(one) * squares(other))
}

function squares(groups: Groups): number {
  let sum = 0
  for (const count of groups.values()) sum += count ** 2
  return sum
}
