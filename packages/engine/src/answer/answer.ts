import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import { differs } from '#cite/contrast.ts'
import { verify } from '#cite/verify.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { askedIn, isAnswered } from '#judge/answered.ts'
import { documentsToCite, scatteredRules } from '#judge/documents-to-cite.ts'
import { withoutPieces } from '#judge/scattered.ts'
import { belongsTo } from '#question/compared.ts'
import type { Question } from '#question/question.ts'
import { mentions } from '#question/subject.ts'
import type { Budget } from '../budget.ts'
import type { WrittenBefore } from '../companion.ts'
import type { Run } from '../run.ts'
import { withAntecedents } from './antecedents.ts'
import { namesSubject } from './attribution.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { type ComposedPart, compose } from './compose.ts'
import { type EnumerationRules, enumerated } from './enumerated.ts'
import { type LeadRules, leadOf } from './lead.ts'
import { quotationOf } from './quotation.ts'
import { Surroundings } from './surroundings.ts'
import { whoIsTold } from './who-is-told.ts'

const CLOSEST_PASSAGES = 5

/** Writes the answer from the ledger, or the rest of it; gives its fragments. */
export function* writeAnswer(
  run: Run,
  budget: Budget,
  assembler: AnswerAssembler,
  before: WrittenBefore = {},
): Generator<string> {
  const { question } = run
  const { goal, needs, weights } = question
  const cited = documentsToCite(run, budget)
  const documents = cited.map(({ candidate: { evidence }, probability }) => ({ evidence, probability }))
  const { said = [], answered = isAnswered(askedIn(run), cited, run.heads) } = before
  const most = question.gathers ? { ...budget, sentencesADocument: 1 } : budget
  const quoted = chooseEvidence(documents, weights, answered ? most : { ...most, sentences: CLOSEST_PASSAGES })
  const whole = answered ? withoutPieces(quoted, scatteredRules(question, budget)) : quoted
  const chosen = whole.filter(({ quote }) => !said.some((other) => other.quote === quote))
  if (said.length > 0) {
    if (chosen.length === 0) return
    yield assembler.push({ kind: 'text', text: '\n\n' })
  }
  const probabilities = new Map(cited.map(({ candidate, probability }) => [candidate.document.id, probability]))
  const read = documents.flatMap(({ evidence }) => evidence)
  const listing = enumerationRules(run, read)
  const lead = leadOf(
    chosen,
    {
      ...leadRules(question, chosen, (id) => probabilities.get(id) ?? 0),
      enumerates: (evidence) => listing.several && answered && enumerated(evidence, listing).length > 1,
    },
    run.heads,
  )
  const told = lead && answered ? enumerated(lead, listing) : []
  const stands = (text: string, { document, start, end }: Evidence) => {
    const { status, method } = verify(text, { document, start, end })
    return status === 'verified' && method === 'verbatim'
  }
  const { several } = listing
  const rules = { weights, terms: goal.terms, answers: needs.fits, several, stands }
  const parts = compose({
    shape: question.shape,
    chosen: answered ? withAntecedents(together(chosen, told), read) : chosen,
    lead,
    answered,
    contrasts: answered && lead ? contrastsOf(lead, chosen, read) : [],
    items: question.compared.map((item) => ({
      name: item.name,
      holds: ({ document, covers }: Evidence) => belongsTo(item, document.id, covers),
    })),
    quotationOf: (evidence) => quotationOf(evidence, rules),
  })
  for (const part of parts) {
    const fragment = part.kind === 'text' ? assembler.push(part) : assembler.push(claimOf(part, answered))
    if (fragment !== '') yield fragment
  }
}

/** What the sentence to begin with is chosen by. */
export function leadRules(
  question: Question,
  chosen: readonly Evidence[],
  probability: (documentId: string) => number,
): Omit<LeadRules, 'enumerates'> {
  const { goal, needs, kind } = question
  const asked = new Set(question.terms)
  return {
    probability,
    isNamed: (id) => question.named.has(id),
    // The name of a person may be that of who speaks.
    mayAnswer: ({ quote, document }) => needs.mayHold(quote) || (kind === 'person' && !namesSubject(document)),
    who: kind === 'person' ? whoIsTold(chosen, { asked, probability, terms: goal.terms }) : () => 0,
    isSubject: question.shape === 'topic',
    isDate: kind === 'date',
    mentions: mentions(question, goal),
  }
}

/** One after the other, nothing twice. */
function together(chosen: readonly Evidence[], told: readonly Evidence[]): Evidence[] {
  const isChosen = ({ document, start }: Evidence) =>
    chosen.some((other) => other.document.id === document.id && other.start <= start && start < other.end)
  return [...chosen, ...told.filter((item) => !isChosen(item))]
}

function enumerationRules({ question, screen }: Run, read: readonly Evidence[]): EnumerationRules {
  const { weights, goal } = question
  const surroundings = new Surroundings({ read, weights, terms: goal.terms, screen })
  return {
    several: question.several,
    isAsked: (phrase) => goal.terms(phrase).some(({ term }) => weights.has(term)),
    opensWithMeaning: (text) => goal.terms(text)[0]?.stop === false,
    surroundings,
  }
}

const COMPARED_FOR_CONTRAST = 3
const MOST_CONTRASTS = 2
/** Log-odds by which a sentence may be worse: ten times less likely. */
const AS_GOOD = Math.log(10)

/** What says otherwise than the lead, or than the next few: sentences that answer nearly as well, of other documents. */
function contrastsOf(lead: Evidence, chosen: readonly Evidence[], read: readonly Evidence[]): [Evidence, Evidence][] {
  const first = [lead, ...chosen.filter((item) => item !== lead)].slice(0, COMPARED_FOR_CONTRAST)
  const found: [Evidence, Evidence][] = []
  for (const item of first) {
    const others = read.filter(({ worth, covers }) => worth >= item.worth - AS_GOOD && covers.size > 0)
    const other = others.find((each) => !found.flat().includes(each) && differs(item, each))
    if (other) found.push([item, other])
    if (found.length >= MOST_CONTRASTS) break
  }
  return found
}

function claimOf({ text, evidence }: Extract<ComposedPart, { kind: 'quote' }>, answers: boolean): AnswerPart {
  const { document, start, end } = evidence
  return { kind: 'claim', text, document, start, end, answers }
}
