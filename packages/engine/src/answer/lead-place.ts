import type { Features } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Question, ReadingGoal } from '#question/question.ts'
import { coverage, type TermWeights } from '#question/weights.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import { LONGEST_MARKER, labelFeatures, plainTitle } from './lead-label.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'

/** Measures the place of a sentence, and what would be shown of it. */
export function placeFeatures(question: Question, rules: PassageRules): (evidence: Evidence) => Features {
  const { goal, several, named } = question
  const { weights } = goal
  const heaviest = Math.max(...weights.values()) || 1
  const share = (terms: ReadonlySet<string>) => coverage(terms, weights)
  const contentOf = contentReader(goal)
  const ofLabel = labelFeatures(question, (text) => agreement(contentOf(plainTitle(text)), weights))
  return (evidence) => {
    const { block, document, quote } = evidence
    const label = block?.path.at(-1) ?? ''
    const title = contentOf(plainTitle(document.title))
    const heading = contentOf(plainTitle(label))
    const above = new Set([title, ...(block?.path ?? []).map(contentOf)].flatMap((terms) => [...terms]))
    const shown = openingPassage(evidence, rules)
    const said = new Set(shown.flatMap((each) => [...contentOf(each.quote)]))
    const all = above.union(said)
    const lacking = [...weights].filter(([term]) => !all.has(term))
    const place = orderIn(evidence)
    const isOfSubject = named.has(document.id) || share(title) === 1
    const isShown = (...kinds: string[]) => shown.some((each) => each.block && kinds.includes(each.block.kind))
    return {
      /** How much of the question, by weight, the innermost of the headings and terms above it holds. */
      headed: share(heading),
      /** How much of that heading is asked for; how well both agree; how well the title and the question do. */
      headedOnly: onlyAsked(heading, weights),
      headingAgrees: agreement(heading, weights),
      titleAgrees: agreement(title, weights),
      ...ofLabel({ evidence, label, begins: place.begins === 1, isOfSubject }),
      /** How much of the question all that stands above it holds, what is shown too, what is shown alone, it alone. */
      above: share(above),
      shown: share(all),
      beyond: share(said.difference(above)),
      own: share(contentOf(quote)),
      /** Nothing of the question is lacking; what the heaviest term weighs that is lacking. */
      complete: Number(lacking.length === 0),
      lacks: Math.max(0, ...lacking.map(([, weight]) => weight)) / heaviest,
      ...place,
      code: Number(rules.asksForCode && isShown('code')),
      codeUnasked: Number(!rules.asksForCode && block?.kind === 'code'),
      row: Number(block?.kind === 'row'),
      /** Shows items or rows, and several things are asked for. */
      items: Number(several && isShown('item', 'row')),
    }
  }
}

/** The terms of a text that carry meaning; of titles and headings, which stand above many sentences, read once. */
export function contentReader({ terms }: ReadingGoal): (text: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  return (text) => {
    const content = known.get(text) ?? new Set(terms(text).flatMap(({ term, stop }) => (stop ? [] : [term])))
    known.set(text, content)
    return content
  }
}

/** The share of some terms that is asked for. */
function onlyAsked(terms: ReadonlySet<string>, weights: TermWeights): number {
  return [...terms].filter((term) => weights.has(term)).length / (terms.size || 1)
}

/** How well some terms and a question agree: the harmonic mean of what each holds of the other. */
function agreement(terms: ReadonlySet<string>, weights: TermWeights): number {
  const [a, b] = [coverage(terms, weights), onlyAsked(terms, weights)]
  return a + b > 0 ? (2 * a * b) / (a + b) : 0
}

/** Blocks that are further down in their section are all as far down. */
const FAR_DOWN = 100

/** Whether a sentence begins its section, and how far down its block is. */
function orderIn({ document, start, block }: Evidence): { begins: number; order: number } {
  const { blocks = [] } = document
  const at = firstEndingAfter(blocks, start)
  let first = at
  while (first > 0 && at - first < FAR_DOWN && blocks.at(first - 1)?.kind !== 'heading') first -= 1
  const begins = block !== undefined && first > 0 && at === first && start - block.start < LONGEST_MARKER
  return { begins: Number(begins), order: 1 / (1 + at - first) }
}
