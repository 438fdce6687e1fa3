import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import { differs } from '#cite/contrast.ts'
import { groupCopies } from '#cite/originality.ts'
import { verify } from '#cite/verify.ts'
import { answersIn } from '#plan/answer-fit.ts'
import { belongsTo, type Compared } from '#plan/compared.ts'
import type { Question } from '#plan/question.ts'
import { asksForSeveral } from '#plan/several.ts'
import { mentions } from '#plan/subject.ts'
import { isAnswered } from '#reflect/answered.ts'
import { type Judged, judge, withMissing, worthCiting } from '#reflect/relevance.ts'
import { type ScatteredRules, withoutPieces, withoutScattered } from '#reflect/scattered.ts'
import { withAntecedents } from '#synthesize/antecedents.ts'
import { chooseEvidence } from '#synthesize/choose-evidence.ts'
import { type AnswerShape, type ComposedPart, compose } from '#synthesize/compose.ts'
import { type EnumerationRules, enumerated } from '#synthesize/enumerated.ts'
import { leadOf } from '#synthesize/lead.ts'
import { quotationOf } from '#synthesize/quotation.ts'
import { Surroundings } from '#synthesize/surroundings.ts'
import type { Budget } from './budget.ts'
import type { WrittenBefore } from './companion.ts'
import type { Evidence } from './ledger.ts'
import type { Run } from './run.ts'

const CLOSEST_PASSAGES = 3

/** Writes the answer from the ledger, or the rest of it; gives its fragments. */
export function* writeAnswer(
  run: Run,
  budget: Budget,
  assembler: AnswerAssembler,
  before: WrittenBefore = {},
): Generator<string> {
  const { goal, question } = run
  const cited = documentsToCite(run, budget)
  const documents = cited.map(({ candidate: { evidence }, probability }) => ({ evidence, probability }))
  const known = namesAreKnown(run, cited) ? 1 : NAME_UNKNOWN
  const { said = [], answered = isAnswered(known * run.support, question.terms.length) } = before
  const quoted = chooseEvidence(documents, run.weights, answered ? budget : { ...budget, sentences: CLOSEST_PASSAGES })
  const whole = answered ? withoutPieces(quoted, scatteredRules(run, budget)) : quoted
  const chosen = whole.filter(({ quote }) => !said.some((other) => other.quote === quote))
  if (said.length > 0) {
    if (chosen.length === 0) return
    yield assembler.push({ kind: 'text', text: '\n\n' })
  }
  const probabilities = new Map(cited.map(({ candidate, probability }) => [candidate.document.id, probability]))
  const read = documents.flatMap(({ evidence }) => evidence)
  const listing = enumerationRules(run, read)
  const lead = leadOf(chosen, {
    probability: (id) => probabilities.get(id) ?? 0,
    isNamed: (id) => run.named.has(id),
    fits: goal.fits,
    enumerates: (evidence) => listing.several && answered && enumerated(evidence, listing).length > 1,
    isSubject: shapeOf(question) === 'topic',
    isReason: question.kind === 'why' || question.kind === 'how',
    mentions: mentions(question, goal),
  })
  const told = lead && answered ? enumerated(lead, listing) : []
  const stands = (text: string, { document, start, end }: Evidence) => {
    const { status, method } = verify(text, { document, start, end })
    return status === 'verified' && method === 'verbatim'
  }
  const { several } = listing
  const rules = { weights: run.weights, terms: goal.terms, answers: answersIn(question), several, stands }
  const parts = compose({
    shape: shapeOf(question),
    chosen: answered ? withAntecedents(together(chosen, told), read) : chosen,
    lead,
    answered,
    contrasts: answered && lead ? contrastsOf(lead, chosen, read) : [],
    items: run.compared.map((item) => ({
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

/** One after the other, nothing twice. */
function together(chosen: readonly Evidence[], told: readonly Evidence[]): Evidence[] {
  const isChosen = ({ document, start }: Evidence) =>
    chosen.some((other) => other.document.id === document.id && other.start <= start && start < other.end)
  return [...chosen, ...told.filter((item) => !isChosen(item))]
}

function enumerationRules({ question, weights, goal, screen }: Run, read: readonly Evidence[]): EnumerationRules {
  const surroundings = new Surroundings({ read, weights, terms: goal.terms, screen })
  return {
    several: asksForSeveral(question),
    isAsked: (phrase) => goal.terms(phrase).some(({ term }) => weights.has(term)),
    opensWithMeaning: (text) => goal.terms(text)[0]?.stop === false,
    surroundings,
  }
}

const NAME_UNKNOWN = 0.87

/** Whether any name of several words that the question holds, and that is no source's, stands in what was read. */
function namesAreKnown({ question, goal, origins }: Run, cited: readonly Judged[]): boolean {
  const phrases = question.phrases.filter((phrase) => !origins.has(phrase))
  if (phrases.length === 0) return true
  return cited.some(({ candidate: { document, evidence } }) =>
    [document.title, ...evidence.map(({ quote }) => quote)].some((text) => {
      const held = ` ${goal
        .terms(text)
        .map(({ term }) => term)
        .join(' ')} `
      return phrases.some((phrase) => held.includes(` ${phrase} `))
    }),
  )
}

/** The documents that are worth citing, the likeliest first; of each thing compared at least one, where there is one. */
function documentsToCite(run: Run, budget: Budget): Judged[] {
  const readable = run.ledger.ranked().filter(({ evidence }) => evidence.length > 0)
  const judged = judge(readable, run)
  const likely = worthCiting(judged, budget.recallWeight, budget.documents)
  const found = withoutCopies(withMissing(likely, judged, run.weights, budget.documents))
  const cited = withoutScattered(found, scatteredRules(run, budget))
  for (const item of run.compared) {
    if (cited.some((each) => isOf(item, each))) continue
    const best = judged.find((each) => isOf(item, each))
    if (best) cited.push(best)
  }
  return cited
}

function scatteredRules({ question, goal, named }: Run, { sentencesADocument }: Budget): ScatteredRules {
  const mentionIn = mentions(question, goal)
  // A reason or a manner is told in other words than the question's.
  const isReason = question.kind === 'why' || question.kind === 'how'
  const together = (text: string) => (isReason ? 0 : mentionIn(text).together)
  return { ...goal, together, sentences: sentencesADocument, named }
}

function isOf(item: Compared, { candidate }: Judged): boolean {
  return belongsTo(item, candidate.document.id, candidate.covers)
}

/** Of documents that copy each other the most original alone: a copy corroborates nothing. */
function withoutCopies(cited: readonly Judged[]): Judged[] {
  const originals = new Set(
    groupCopies(cited.map(({ candidate }) => candidate.document)).map(({ canonical }) => canonical),
  )
  return cited.filter(({ candidate }) => originals.has(candidate.document))
}

const COMPARED_FOR_CONTRAST = 3
const MOST_CONTRASTS = 2
const AS_MUCH = 0.6

/** What says otherwise than the lead, or than the next few: sentences that answer nearly as well, of other documents. */
function contrastsOf(lead: Evidence, chosen: readonly Evidence[], read: readonly Evidence[]): [Evidence, Evidence][] {
  const first = [lead, ...chosen.filter((item) => item !== lead)].slice(0, COMPARED_FOR_CONTRAST)
  const found: [Evidence, Evidence][] = []
  for (const item of first) {
    const others = read.filter(({ score, covers }) => score >= AS_MUCH * item.score && covers.size > 0)
    const other = others.find((each) => !found.flat().includes(each) && differs(item, each))
    if (other) found.push([item, other])
    if (found.length >= MOST_CONTRASTS) break
  }
  return found
}

/** A subject, put without asking anything. */
const SUBJECT = /^[^?!.]{1,80}\.?$/u
const SUBJECT_WORDS = 8

function shapeOf({ kind, text }: Question): AnswerShape {
  if (kind === 'list' || kind === 'comparison') return kind
  const isSubject = kind === 'topic' && SUBJECT.test(text.trim()) && text.trim().split(/\s+/).length <= SUBJECT_WORDS
  return isSubject ? 'topic' : 'paragraphs'
}

function claimOf({ text, evidence }: Extract<ComposedPart, { kind: 'quote' }>, answers: boolean): AnswerPart {
  const { document, start, end } = evidence
  return { kind: 'claim', text, document, start, end, answers }
}
