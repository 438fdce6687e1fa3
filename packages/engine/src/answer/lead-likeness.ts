import type { Features } from '#evidence/head.ts'
import type { Evidence, Quotation } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
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
  const asked = groupsOf(question.terms)
  const toldIn = toldBySection(cited)
  const contentOf = contentReader(goal)
  return (evidence, shown) => {
    const { document, block } = evidence
    const above = [document.title, ...(block?.path ?? [])].map(contentOf)
    const told = [...above, toldIn(evidence)].reduce((all, terms) => all.union(terms), new Set<string>())
    const first = readFirst(shown).flatMap(({ start, end }) => goal.termsOf(document).between(start, end))
    return {
      /** How alike the question and what is read first are in groups of letters. */
      alike: likeness(asked, groupsOf(first.flatMap(({ term, stop }) => (stop ? [] : [term])))),
      /** How much of the question, by weight, all that was read below the same headings holds, with these. */
      section: coverage(told, goal.weights),
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

/** Gives the terms of the question that the sentences below the same headings as a sentence hold together. */
function toldBySection(cited: readonly Judged[]): (evidence: Evidence) => ReadonlySet<string> {
  const keyOf = ({ document, block }: Evidence) => [document.id, ...(block?.path ?? [])].join('\n')
  const told = new Map<string, Set<string>>()
  for (const { candidate } of cited) {
    for (const evidence of candidate.evidence) {
      const key = keyOf(evidence)
      const before = told.get(key)
      if (before === undefined) told.set(key, new Set(evidence.covers))
      else for (const term of evidence.covers) before.add(term)
    }
  }
  return (evidence) => told.get(keyOf(evidence)) ?? evidence.covers
}

/** Counts the groups of letters of some terms; those of a term that stands in many passages are found once. */
function groupReader(): (terms: readonly string[]) => Groups {
  const known = new Map<string, readonly string[]>()
  const ofTerm = (term: string) => {
    const before = known.get(term)
    if (before !== undefined) return before
    // Where a word begins tells more of it than how it goes on.
    const marked = ` ${term}`
    const own = Array.from({ length: Math.max(0, marked.length - GROUP + 1) }, (_, at) => marked.slice(at, at + GROUP))
    known.set(term, own)
    return own
  }
  return (terms) => {
    const counts = new Map<string, number>()
    for (const term of terms) for (const group of ofTerm(term)) counts.set(group, (counts.get(group) ?? 0) + 1)
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
