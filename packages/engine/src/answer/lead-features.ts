import type { Features } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
import answerMarks from '#language/data/answer-marks.json' with { type: 'json' }
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { boundTo } from '#question/needs.ts'
import type { Question } from '#question/question.ts'
import { namesSubject } from './attribution.ts'
import { worthInEntry } from './entry-value.ts'
import { isTied } from './is-tied.ts'
import { askedFeatures, defaultIn } from './lead-asked.ts'
import { formFeatures } from './lead-form.ts'
import { placeFeatures } from './lead-place.ts'
import { pointsBack } from './opening.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'
import { whoIsTold } from './who-is-told.ts'

const either = (patterns: readonly string[]) => new RegExp(patterns.join('|'), 'i')
/** Asks for what a setting or a property is, not what it is for. */
const ASKS_FOR_VALUE = either(marks.asksForValue)
const VALUE = either(answerMarks.value)
/** Asks something, instead of telling it. */
const ASKS = either(marks.asks)
const REASON = either(marks.reason)
/** Tells what to do. */
const INSTRUCTS = either(marks.instructs)
/** UTF-16 code units at the beginning of a sentence. */
const OPENING = 40
/** UTF-16 code units in which a document's opening loses half of what it has before the rest. */
const EARLY = 2_000

/** What a lead is chosen for. */
export interface Leading extends PassageRules {
  question: Question
  cited: readonly Judged[]
  /** What the answer says in any case. */
  chosen: readonly Evidence[]
}

/** Measures a sentence for opening the answer: what it says, what stands above it, and the passage that it begins. */
export function leadFeatures(leading: Leading): (evidence: Evidence) => Features {
  const ofSentence = sentenceFeatures(leading)
  const ofPlace = placeFeatures(leading.question, leading)
  const ofAsked = askedFeatures(leading.question, leading.asksForCode)
  return (evidence) => {
    const shown = openingPassage(evidence, leading)
    const text = shown.map(({ quote }) => quote).join('\n')
    return { ...ofSentence(evidence, text), ...ofPlace(evidence, shown), ...ofAsked(evidence.quote, text) }
  }
}

/** "This lock is new" tells of one what a lock need not be. */
const OF_ONE = /^\W*(?:my|our|that|these|this|those|your)\b/i

/** Whether nothing but small words stands before a term of the question. */
function opensWith(quote: string, { goal }: Question): boolean {
  if (OF_ONE.test(quote)) return false
  const first = goal.terms(quote.slice(0, OPENING)).find(({ stop }) => !stop)
  return first !== undefined && goal.weights.has(first.term)
}

/** What gives a reason without calling it one may give it for something else. */
const UNNAMED_REASON = 0.6

/** Where the question asks why: 1 where a sentence says what the reason is, less where it gives one, else 0. */
export function reasonIn({ kind, needs }: Question, quote: string): number {
  if (kind !== 'open') return 0
  return REASON.test(quote) ? 1 : UNNAMED_REASON * needs.fits(quote)
}

function sentenceFeatures({ question, chosen, cited }: Leading): (evidence: Evidence, shown: string) => Features {
  const byId = new Map(cited.map((judged) => [judged.candidate.document.id, judged]))
  const { goal, needs, named, kind } = question
  const asksWho = /^\s*who(?:m|se)?\b/i.test(question.text)
  const probability = (id: string) => byId.get(id)?.probability ?? 0
  const rules = { asked: new Set(question.terms), probability, terms: goal.terms }
  const who = asksWho ? whoIsTold(chosen, rules) : () => 0
  const attribute = ASKS_FOR_VALUE.exec(question.text)?.[0]
  const asksForValue = attribute !== undefined
  const bound = attribute === undefined ? undefined : boundTo(attribute)
  const saysDefault = defaultIn(question.text)
  const worthOf = worthInEntry(question)
  return (evidence, shown) => {
    const { quote, document, start } = evidence
    const hits = byId.get(document.id)?.candidate.hits ?? []
    const found = hits.filter((hit) => hit.start <= start && start < hit.end)
    return {
      worth: worthOf(evidence, byId.get(document.id)?.candidate.evidence ?? []),
      /** How likely its document is needed. */
      document: probability(document.id),
      /** How well the passage was found that it stands in. */
      found: Math.max(0, ...found.map(({ score }) => score)),
      fitsFirst: needs.fits(quote),
      /** Gives a reason, where one is asked for. */
      reason: reasonIn(question, quote),
      /** Could hold what is asked for at all: a count, a date, a person, whose name may be that of who speaks. */
      may: Number(needs.mayHold(quote) || saysDefault(shown) || (asksWho && !namesSubject(document))),
      /** How many of the sources speak of somebody whom it names. */
      who: who(evidence),
      named: Number(named.has(document.id)),
      unclear: Number((pointsBack(quote) && !namesSubject(document)) || isTied(evidence)),
      /** Holds a number or a word that may be the value asked for. */
      value: Number(asksForValue && VALUE.test(quote)),
      /** Binds a value to the attribute asked for: "default: 10", "the maximum is 5". */
      bound: Number(bound?.test(quote) ?? false),
      /** Begins with what it speaks of. */
      subjectFirst: Number(kind === 'definition' && opensWith(quote, question)),
      ...formFeatures(evidence, needs),
      asks: Number(ASKS.test(quote)),
      instructs: Number(kind === 'how' && INSTRUCTS.test(quote)),
      /** Logarithm of its length. */
      words: Math.log(1 + quote.length),
      early: 1 / (1 + start / EARLY),
    }
  }
}
