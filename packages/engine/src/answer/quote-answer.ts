import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { askedIn, isAnswered } from '#judge/answered.ts'
import { documentsToCite } from '#judge/documents-to-cite.ts'
import type { Judged } from '#judge/relevance.ts'
import { belongsTo } from '#question/compared.ts'
import { KINDS } from '#question/kinds.ts'
import type { Question } from '#question/question.ts'
import { togetherIn } from '#question/subject.ts'
import type { WrittenBefore } from '../assistant.ts'
import type { Budget } from '../budget.ts'
import { namesSubject } from './attribution.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { type ComposedPart, compose } from './compose.ts'
import { contrastsOf } from './contrasts.ts'
import { type LeadRules, leadOf } from './lead.ts'
import { whoIsTold } from './who-is-told.ts'

/** A reader who is told that there is no answer looks at a few passages, not at a page of them. */
const CLOSEST_PASSAGES = 5

/** Writes the answer of a run from quotations, or the rest of it; gives its fragments. */
export function* quoteAnswer(
  run: Run,
  budget: Budget,
  assembler: AnswerAssembler,
  before: WrittenBefore = {},
): Generator<string> {
  const { question } = run
  const cited = documentsToCite(run, budget)
  const { said = [], answered = isAnswered(askedIn(run), cited, run.heads) } = before
  const documents = cited.map(({ candidate: { evidence }, probability }) => ({ evidence, probability }))
  const chosen = chooseEvidence(documents, question.weights, {
    sentences: answered ? budget.sentences : CLOSEST_PASSAGES,
    sentencesADocument: question.gathers ? 1 : budget.sentencesADocument,
  }).filter(({ quote }) => !said.some((other) => other.quote === quote))
  if (said.length > 0) {
    if (chosen.length === 0) return
    yield assembler.push({ kind: 'text', text: '\n\n' })
  }
  const lead = leadOf(chosen, leadRules(question, chosen, cited), run.heads)
  const read = documents.flatMap(({ evidence }) => evidence)
  const parts = compose({
    shape: question.shape,
    chosen,
    lead,
    answered,
    contrasts: answered && lead ? contrastsOf(lead, chosen, read) : [],
    items: question.compared.map((item) => ({
      name: item.name,
      holds: ({ document, covers }: Evidence) => belongsTo(item, document.id, covers),
    })),
  })
  for (const part of parts) {
    const fragment = assembler.push(part.kind === 'text' ? part : claimOf(part, answered))
    if (fragment !== '') yield fragment
  }
}

/** What the sentence to begin with is chosen by. */
export function leadRules(question: Question, chosen: readonly Evidence[], cited: readonly Judged[]): LeadRules {
  const probabilities = new Map(cited.map(({ candidate, probability }) => [candidate.document.id, probability]))
  const probability = (id: string) => probabilities.get(id) ?? 0
  const { goal, needs, named } = question
  const { asksWho, length } = KINDS[question.kind]
  return {
    probability,
    isNamed: (id) => named.has(id),
    fits: needs.fits,
    // The name of a person may be that of who speaks.
    mayAnswer: ({ quote, document }) => needs.mayHold(quote) || (asksWho && !namesSubject(document)),
    who: asksWho ? whoIsTold(chosen, { asked: new Set(question.terms), probability, terms: goal.terms }) : () => 0,
    isReason: length === 'any',
    together: togetherIn(question, goal),
  }
}

function claimOf({ text, evidence }: Extract<ComposedPart, { kind: 'quote' }>, answers: boolean): AnswerPart {
  const { document, start, end } = evidence
  return { kind: 'claim', text, document, start, end, answers }
}
