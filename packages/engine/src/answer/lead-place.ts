import type { Features } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import type { TermsOfText } from '#language/reader.ts'
import type { Span } from '#language/sentences.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import { agreement, contentReader, onlyAsked } from './agreement.ts'
import { labelFeatures, plainTitle } from './lead-label.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'
import { orderIn } from './order-in-section.ts'

/** Measures the place of a sentence, and what would be shown of it. */
export function placeFeatures(question: Question, rules: PassageRules): (evidence: Evidence) => Features {
  const { goal, several, named } = question
  const { weights } = goal
  const heaviest = Math.max(...weights.values()) || 1
  const share = (terms: ReadonlySet<string>) => coverage(terms, weights)
  const contentOf = contentReader(goal)
  const isStranger = strangersTo(question, contentOf)
  const isOutdated = outdatedBeside(question.text)
  const ofLabel = labelFeatures(question, (text) => agreement(contentOf(plainTitle(text)), weights))
  return (evidence) => {
    const { block, document, quote } = evidence
    const label = block?.path.at(-1) ?? ''
    const title = contentOf(plainTitle(document.title))
    const heading = contentOf(plainTitle(label))
    const above = new Set([title, ...(block?.path ?? []).map(contentOf)].flatMap((terms) => [...terms]))
    const shown = openingPassage(evidence, rules)
    const said = new Set(shown.flatMap((each) => contentBetween(goal.termsOf(each.document), each)))
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
      /** Is of another place than the folder or file that the question names, which it does not mention either. */
      stranger: Number(isStranger(evidence)),
      /** Tells of what is no longer so, where that is not asked. */
      outdated: Number(isOutdated(evidence)),
      ...place,
      code: Number(rules.asksForCode && isShown('code')),
      codeUnasked: Number(!rules.asksForCode && block?.kind === 'code'),
      row: Number(block?.kind === 'row'),
      /** Shows items or rows, and several things are asked for. */
      items: Number(several && isShown('item', 'row')),
    }
  }
}

/** Tells what comes from elsewhere than the folders and files that a question names, and mentions none of their names. */
function strangersTo(
  { named, origins: { places }, goal }: Question,
  contentOf: (text: string) => ReadonlySet<string>,
): (evidence: Evidence) => boolean {
  if (places.size === 0) return () => false
  const names = [...places].map((name) => new Set(goal.terms(name).map(({ term }) => term)))
  return ({ document, quote, block }) => {
    if (named.has(document.id)) return false
    const said = [document.title, ...(block?.path ?? []), quote].map(contentOf)
    const isSaid = (term: string) => said.some((terms) => terms.has(term))
    return !names.some((name) => [...name].every(isSaid))
  }
}

/** The terms that carry meaning between two places of a text. */
function contentBetween(terms: TermsOfText, { start, end }: Span): string[] {
  return terms.between(start, end).flatMap(({ term, stop }) => (stop ? [] : [term]))
}

/** What is no longer so, or how it came to be so. */
const OUTDATED = new RegExp(`\\b(?:${marks.outdated.join('|')})`, 'i')

/** Tells what stands in a section or document of what is outdated. */
function outdatedBeside(question: string): (evidence: Evidence) => boolean {
  if (OUTDATED.test(question)) return () => false
  return ({ document, block }) =>
    OUTDATED.test(document.title) || (block?.path ?? []).some((title) => OUTDATED.test(title))
}
