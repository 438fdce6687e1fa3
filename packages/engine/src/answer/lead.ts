import { type Features, type Heads, weigh } from '#evidence/head.ts'
import type { Evidence, Quotation } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
import { KINDS } from '#question/kinds.ts'
import type { Question } from '#question/question.ts'
import { togetherIn } from '#question/subject.ts'
import { weightOf } from '#question/weights.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block } from '../types.ts'
import { namesSubject } from './attribution.ts'
import { pointsBack } from './opening.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'
import { whoIsTold } from './who-is-told.ts'

/** UTF-16 code units that are read at a glance. */
const GLANCE = 160
/** A sentence that is further down leads no answer to the questions of any set. */
const CANDIDATES = 30
/** What stands before the first sentence of a block is no longer. */
const LONGEST_MARKER = 12
/** Asks for what a setting or a property is, not what it is for. */
const ASKS_FOR_VALUE =
  /\b(?:defaults?|by default|maximum|max|minimum|min|limit|size|port|version|timeout|how (?:many|much|long|often|big|large))\b/i
const VALUE = /\d|`|\b(?:true|false|null|undefined|none|off|on|disabled|enabled|no limit|unlimited|infinity)\b/i

/** What a lead is chosen for. */
export interface Asked extends PassageRules {
  question: Question
  cited: readonly Judged[]
  /** What the answer says in any case. */
  chosen: readonly Evidence[]
}

/** The sentences of the documents to cite that may lead, the likeliest first. */
export function leadCandidates(cited: readonly Judged[], { lead }: Heads): Evidence[] {
  const all = cited.flatMap(({ candidate, probability }) =>
    candidate.evidence.map((evidence) => {
      return { evidence, odds: weigh(lead, { worth: evidence.worth + evidence.score, document: probability }) }
    }),
  )
  const likeliest = all.sort((a, b) => b.odds - a.odds).slice(0, CANDIDATES)
  return likeliest.map(({ evidence }) => evidence)
}

/** Measures a sentence for opening the answer: what it says, what stands above it, and the passage that it begins. */
export function leadFeatures(asked: Asked): (evidence: Evidence) => Features {
  const { question, chosen, cited } = asked
  const byId = new Map(cited.map((judged) => [judged.candidate.document.id, judged]))
  const { goal, needs, named } = question
  const { asksWho, length } = KINDS[question.kind]
  const probability = (id: string) => byId.get(id)?.probability ?? 0
  const rules = { asked: new Set(question.terms), probability, terms: goal.terms }
  const who = asksWho ? whoIsTold(chosen, rules) : () => 0
  const together = togetherIn(question, goal)
  const ofPlace = placeFeatures(asked)
  const asksForValue = ASKS_FOR_VALUE.test(question.text)
  return (evidence) => {
    const { quote, document, start } = evidence
    const hits = byId.get(document.id)?.candidate.hits ?? []
    const found = hits.filter((hit) => hit.start <= start && start < hit.end)
    return {
      worth: evidence.worth + evidence.score,
      /** How likely its document is needed. */
      document: probability(document.id),
      /** How well the passage was found that it stands in. */
      found: Math.max(0, ...found.map(({ score }) => score)),
      fitFirst: needs.fits(quote),
      /** Could hold what is asked for at all: a count, a date, a person, whose name may be that of who speaks. */
      may: Number(needs.mayHold(quote) || (asksWho && !namesSubject(document))),
      /** How many of the sources speak of somebody whom it names. */
      who: who(evidence),
      together: together(quote),
      named: Number(named.has(document.id)),
      unclear: Number(pointsBack(quote) && !namesSubject(document)),
      /** Holds a number or a word that may be the value asked for. */
      value: Number(asksForValue && VALUE.test(quote)),
      /** Beyond what is read at a glance; a reason or a manner takes words. */
      long: length === 'any' ? 0 : Math.max(0, quote.length / GLANCE - 1),
      ...ofPlace(evidence),
    }
  }
}

/** Measures the place of a sentence, and what would be shown of it. */
function placeFeatures({ question: { goal }, asksForCode, mayQuote }: Asked): (evidence: Evidence) => Features {
  const { weights } = goal
  const total = weightOf(weights.keys(), weights) || 1
  const contentOf = (text: string) => goal.terms(text).flatMap(({ term, stop }) => (stop ? [] : [term]))
  const share = (terms: Iterable<string>) => weightOf(new Set(terms), weights) / total
  return (evidence) => {
    const { block, document, quote } = evidence
    const heading = contentOf(block?.path.at(-1) ?? '')
    const above = new Set([...contentOf(document.title), ...(block?.path ?? []).flatMap(contentOf)])
    const shown = openingPassage(evidence, { asksForCode, mayQuote })
    const said = new Set(shown.flatMap((each) => contentOf(each.quote)))
    return {
      /** How much of the question, by weight, the innermost of the headings and terms above it holds. */
      headed: share(heading),
      /** How much of that heading is asked for. */
      headedOnly: heading.filter((term) => weights.has(term)).length / (heading.length || 1),
      /** How much of the question what is shown holds with what stands above it; and beyond that. */
      shown: share([...above, ...said]),
      beyond: share([...said].filter((term) => !above.has(term))),
      /** Begins its section. */
      begins: Number(block !== undefined && beginsSection(evidence, block)),
      code: Number(asksForCode && isCode(shown)),
      codeUnasked: Number(!asksForCode && block?.kind === 'code'),
      item: Number(block?.kind === 'item'),
      row: Number(block?.kind === 'row'),
      brief: Number(shown.reduce((sum, each) => sum + each.quote.length, 0) < quote.length + 1),
    }
  }
}

function isCode(shown: readonly Quotation[]): boolean {
  return shown.some(({ block }) => block?.kind === 'code')
}

function beginsSection({ document, start }: Evidence, block: Block): boolean {
  const { blocks = [] } = document
  return start - block.start < LONGEST_MARKER && blocks[firstEndingAfter(blocks, start) - 1]?.kind === 'heading'
}

/** The sentence to begin with: the passage that it begins answers best. Undefined of none. */
export function leadOf(
  candidates: readonly Evidence[],
  featuresOf: (evidence: Evidence) => Features,
  { lead }: Heads,
): Evidence | undefined {
  const odds = candidates.map((evidence) => weigh(lead, featuresOf(evidence)))
  return candidates[odds.indexOf(Math.max(...odds))]
}
