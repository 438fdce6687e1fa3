import type { Features } from '#evidence/head.ts'
import type { Evidence, Quotation } from '#evidence/ledger.ts'
import { support } from '#evidence/support.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { contentIn } from '#language/terms.ts'
import { agreement, contentReader, onlyAsked } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import { LONGEST_CODE } from './code-passage.ts'
import { attributeFeatures } from './lead-attribute.ts'
import { labelFeatures, plainTitle } from './lead-label.ts'
import type { PassageRules } from './opening-passage.ts'
import { labelOf, orderIn } from './order-in-section.ts'

/** An option as it is typed, or what is marked as code. */
const AS_TYPED = /`|(?:^|\s)--?\p{L}/mu

/** Measures the place of a sentence, and what would be shown of it. */
export function placeFeatures(
  question: Question,
  rules: PassageRules,
): (evidence: Evidence, shown: readonly Quotation[]) => Features {
  const { goal, several, named } = question
  const { weights } = goal
  const heaviest = Math.max(...weights.values()) || 1
  const share = (terms: ReadonlySet<string>) => coverage(terms, weights)
  const contentOf = contentReader(goal)
  const isStranger = strangersTo(question, contentOf)
  const isOutdated = outdatedBeside(question.text)
  const ofAttribute = attributeFeatures(question)
  const ofLabel = labelFeatures(question, (text) => agreement(contentOf(plainTitle(text)), weights))
  const measure = (title: string, path: readonly string[]) => {
    const label = labelOf(path)
    const inTitle = contentOf(plainTitle(title))
    const heading = contentOf(plainTitle(label))
    const above = new Set([inTitle, ...path.map(contentOf)].flatMap((terms) => [...terms]))
    return {
      label,
      above,
      heads: [title, ...path].flatMap((head) => goal.terms(head)),
      isAsked: share(inTitle) === 1,
      features: {
        /** How much of the question, by weight, the innermost of the headings and terms above it holds. */
        headed: share(heading),
        /** How much of that heading is asked for; how well both agree; how well the title and the question do. */
        headedOnly: onlyAsked(heading, weights),
        headingAgrees: agreement(heading, weights),
        titleAgrees: agreement(inTitle, weights),
      },
    }
  }
  // Many of the sentences stand under the same title and headings.
  const known = new Map<string, ReturnType<typeof measure>>()
  const headsOf = ({ document: { title }, block }: Evidence) => {
    const path = block?.path ?? []
    const key = JSON.stringify([title, path])
    const heads = known.get(key) ?? measure(title, path)
    known.set(key, heads)
    return heads
  }
  return (evidence, shown) => {
    const { block, document, quote } = evidence
    const { label, above, heads, isAsked, features } = headsOf(evidence)
    const written = shown.flatMap((each) => goal.termsOf(each.document).between(each.start, each.end))
    const said = contentIn(written)
    const all = above.union(said)
    const lacking = [...weights].filter(([term]) => !all.has(term))
    const place = orderIn(evidence)
    const isOfSubject = named.has(document.id) || isAsked
    const isShown = (...kinds: string[]) => shown.some((each) => each.block && kinds.includes(each.block.kind))
    return {
      ...features,
      ...ofAttribute({ label, held: all }),
      ...ofLabel({ evidence, label, begins: place.begins === 1, isOfSubject }),
      /** How much of the question all that stands above it holds, what is shown too, what is shown alone, it alone. */
      above: share(above),
      shown: share(all),
      beyond: share(said.difference(above)),
      own: share(contentOf(quote)),
      /** The same of all that is shown and stands above it, where what is said again counts more. */
      supports: support(written, weights, heads),
      /** Shows something as it is typed. */
      typing: Number(isShown('code') || shown.some((each) => AS_TYPED.test(each.quote))),
      /** Nothing of the question is lacking; what the heaviest term weighs that is lacking. */
      complete: Number(lacking.length === 0),
      lacks: Math.max(0, ...lacking.map(([, weight]) => weight)) / heaviest,
      /** Is of another place than the folder or file that the question names, which it does not mention either. */
      stranger: Number(isStranger(evidence)),
      /** Tells of what is no longer so, where that is not asked. */
      outdated: Number(isOutdated(evidence)),
      ...place,
      code: Number(rules.asksForCode && isShown('code')),
      /** Is a line of a program that is too long to be shown whole. */
      codeCut: Number(block?.kind === 'code' && block.end - block.start > LONGEST_CODE),
      codeUnasked: Number(!rules.asksForCode && block?.kind === 'code'),
      row: Number(block?.kind === 'row'),
      /** Shows items or rows, and several things are asked for. */
      items: Number(several && isShown('item', 'row')),
    }
  }
}

/** Tells what comes from elsewhere than the sources that a question names, and mentions none of their names. */
function strangersTo(
  { named, origins, goal }: Question,
  contentOf: (text: string) => ReadonlySet<string>,
): (evidence: Evidence) => boolean {
  if (origins.names.size === 0) return () => false
  const names = [...origins.names.keys()].map((name) => new Set(goal.terms(name).map(({ term }) => term)))
  return ({ document, quote, block }) => {
    if (named.has(document.id)) return false
    const said = [document.title, ...(block?.path ?? []), quote].map(contentOf)
    const isSaid = (term: string) => said.some((terms) => terms.has(term))
    return !names.some((name) => [...name].every(isSaid))
  }
}

/** What is no longer so, or how it came to be so. */
const OUTDATED = new RegExp(`\\b(?:${marks.outdated.join('|')})`, 'i')

/** Tells what stands in a section or document of what is outdated. */
function outdatedBeside(question: string): (evidence: Evidence) => boolean {
  if (OUTDATED.test(question)) return () => false
  return ({ document, block }) =>
    OUTDATED.test(document.title) || (block?.path ?? []).some((title) => OUTDATED.test(title))
}
