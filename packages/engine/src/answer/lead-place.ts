import type { Features } from '#evidence/head.ts'
import type { Evidence, Quotation } from '#evidence/ledger.ts'
import { support } from '#evidence/support.ts'
import { contentIn } from '#language/terms.ts'
import { agreement, contentReader, headingFit, onlyAsked } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import type { BlockKind } from '../types.ts'
import { isTermed, NEARBY, spotOf } from './blocks.ts'
import { CODE } from './lengths.ts'
import type { Wanted } from './passage.ts'

/** An option as it is typed, or what is marked as code. */
const AS_TYPED = /`|(?:^|\s)--?\p{L}/mu
/** "5.11.", as manuals count their sections; what a keyword takes: "<time>", "[ <arguments> ]". */
const SECTION_NUMBER = /^(?:chapter |appendix |part )?(?:[\dA-Z]+\.)+(?:\d+)?\s+/i
const TAKEN = /<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}/g
/** What stands before the first sentence of a block is no longer. */
const LONGEST_MARKER = 12

/** A title without its number, and a keyword without what it takes. */
function plainTitle(title: string): string {
  const plain = title.replace(SECTION_NUMBER, '')
  const keyword = plain.replace(TAKEN, '')
  return /[\p{L}\p{N}]/u.test(keyword) ? keyword : plain
}

/** How well the heading that a sentence opens is what a question asks for. */
export function entryFit({ goal }: Question): (evidence: Evidence, isListed?: boolean) => number {
  const contentOf = contentReader(goal)
  const agrees = (heading: string) => agreement(contentOf(plainTitle(heading)), goal.weights)
  return (evidence, isListed = false) => {
    const { under, begins } = orderOf(evidence)
    const label = evidence.block?.path.at(-1) ?? ''
    return headingFit(begins || isListed ? [label, ...under] : under, agrees)
  }
}

/** Whether a sentence begins its section, how far down its block is there, and the headings and terms that it opens. */
function orderOf(evidence: Evidence): { begins: boolean; order: number; under: readonly string[] } {
  const { block, start } = evidence
  const { blocks, at } = spotOf(evidence)
  let first = at
  while (first > 0 && at - first < NEARBY && blocks.at(first - 1)?.kind !== 'heading') first -= 1
  const opens = block !== undefined && start - block.start < LONGEST_MARKER
  let headings = 0
  if (opens)
    while (headings < block.path.length && blocks.at(at - headings - 1)?.kind === 'heading' && headings < at)
      headings += 1
  const isTerm = opens && isTermed(blocks, at)
  const under = headings > 0 ? block?.path.slice(-headings) : isTerm ? block?.path.slice(-1) : undefined
  return { begins: opens && first > 0 && at === first, order: 1 / (1 + at - first), under: under ?? [] }
}

/** What stands above a sentence, measured once for all that stand there. */
function measureHeads({ goal }: Question) {
  const contentOf = contentReader(goal)
  const share = (terms: ReadonlySet<string>) => coverage(terms, goal.weights)
  return (title: string, path: readonly string[]) => {
    const inTitle = contentOf(plainTitle(title))
    const heading = contentOf(plainTitle(path.at(-1) ?? ''))
    const above = new Set([inTitle, ...path.map(contentOf)].flatMap((terms) => [...terms]))
    return {
      above,
      heads: [title, ...path].flatMap((head) => goal.terms(head)),
      features: {
        /** How much of the question, by weight, the innermost of the headings and terms above it holds. */
        headed: share(heading),
        /** How much of that heading is asked for; how well both agree; how well the title and the question do. */
        headedOnly: onlyAsked(heading, goal.weights),
        headingAgrees: agreement(heading, goal.weights),
        titleAgrees: agreement(inTitle, goal.weights),
        /** How much of the question all that stands above it holds. */
        above: share(above),
      },
    }
  }
}

/** Measures the place of a sentence, and what would be shown of it. */
export function placeFeatures(
  question: Question,
  wanted: Wanted,
): (evidence: Evidence, shown: readonly Quotation[]) => Features {
  const { goal, several } = question
  const { weights } = goal
  const heaviest = Math.max(...weights.values()) || 1
  const share = (terms: ReadonlySet<string>) => coverage(terms, weights)
  const measure = measureHeads(question)
  const fitOfEntry = entryFit(question)
  const known = new Map<string, ReturnType<typeof measure>>()
  const headsOf = ({ document: { title }, block }: Evidence) => {
    const path = block?.path ?? []
    const key = JSON.stringify([title, path])
    const heads = known.get(key) ?? measure(title, path)
    known.set(key, heads)
    return heads
  }
  return (evidence, shown) => {
    const { block, quote } = evidence
    const { above, heads, features } = headsOf(evidence)
    const written = shown.flatMap((each) => goal.termsOf(each.document).between(each.start, each.end))
    const said = contentIn(written)
    const all = above.union(said)
    const lacking = [...weights].filter(([term]) => !all.has(term))
    const { begins, order } = orderOf(evidence)
    const isShown = (...kinds: BlockKind[]) => shown.some((each) => each.block && kinds.includes(each.block.kind))
    return {
      ...features,
      /** What is shown too, what is shown alone, it alone. */
      shown: share(all),
      beyond: share(said.difference(above)),
      own: share(contentIn(goal.terms(quote))),
      /** The same of all that is shown and stands above it, where what is said again counts more. */
      supports: support(written, weights, heads),
      /** Begins a section or an entry whose heading is asked for; of several things each item below that heading is. */
      entry: fitOfEntry(evidence, several && (block?.kind === 'item' || block?.kind === 'row')),
      /** Shows something as it is typed. */
      typing: Number(isShown('code') || shown.some((each) => AS_TYPED.test(each.quote))),
      /** Nothing of the question is lacking; what the heaviest term weighs that is lacking. */
      complete: Number(lacking.length === 0),
      lacks: Math.max(0, ...lacking.map(([, weight]) => weight)) / heaviest,
      begins: Number(begins),
      order,
      code: Number(wanted.code && isShown('code')),
      /** Is a line of a program that is too long to be shown whole. */
      codeCut: Number(block?.kind === 'code' && block.end - block.start > CODE),
      codeUnasked: Number(!wanted.code && block?.kind === 'code'),
      row: Number(block?.kind === 'row'),
      /** Shows items or rows, and several things are asked for. */
      items: Number(several && isShown('item', 'row')),
    }
  }
}
