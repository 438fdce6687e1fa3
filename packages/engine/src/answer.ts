import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import { differs } from '#cite/contrast.ts'
import { groupCopies } from '#cite/originality.ts'
import { verify } from '#cite/verify.ts'
import { answersIn } from '#plan/answer-fit.ts'
import { belongsTo, type Compared } from '#plan/compared.ts'
import { bearerOf, type Gathering } from '#plan/gathering.ts'
import type { Question } from '#plan/question.ts'
import { asksForSeveral } from '#plan/several.ts'
import { mentions } from '#plan/subject.ts'
import { isAnswered } from '#reflect/answered.ts'
import { coverage } from '#reflect/coverage.ts'
import { type Judged, judge, withMissing, worthCiting } from '#reflect/relevance.ts'
import { type ScatteredRules, withoutPieces, withoutScattered } from '#reflect/scattered.ts'
import { withAntecedents } from '#synthesize/antecedents.ts'
import { namesSubject } from '#synthesize/attribution.ts'
import { chooseEvidence } from '#synthesize/choose-evidence.ts'
import { type AnswerShape, type ComposedPart, compose } from '#synthesize/compose.ts'
import { type EnumerationRules, enumerated } from '#synthesize/enumerated.ts'
import { leadOf } from '#synthesize/lead.ts'
import { quotationOf } from '#synthesize/quotation.ts'
import { Surroundings } from '#synthesize/surroundings.ts'
import { whoIsTold } from '#synthesize/who-is-told.ts'
import type { Budget } from './budget.ts'
import type { WrittenBefore } from './companion.ts'
import type { Evidence } from './ledger.ts'
import type { Run } from './run.ts'

const CLOSEST_PASSAGES = 5

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
  const { said = [], answered = isAnswered(run, cited) } = before
  const most = run.gathers ? { ...budget, sentencesADocument: 1 } : budget
  const quoted = chooseEvidence(documents, run.weights, answered ? most : { ...most, sentences: CLOSEST_PASSAGES })
  const whole = answered ? withoutPieces(quoted, scatteredRules(run, budget)) : quoted
  const chosen = whole.filter(({ quote }) => !said.some((other) => other.quote === quote))
  if (said.length > 0) {
    if (chosen.length === 0) return
    yield assembler.push({ kind: 'text', text: '\n\n' })
  }
  const probabilities = new Map(cited.map(({ candidate, probability }) => [candidate.document.id, probability]))
  const read = documents.flatMap(({ evidence }) => evidence)
  const listing = enumerationRules(run, read)
  const probability = (id: string) => probabilities.get(id) ?? 0
  const asked = new Set(question.terms)
  const lead = leadOf(chosen, {
    probability,
    isNamed: (id) => run.named.has(id),
    fits: goal.fits,
    // The name of a person may be that of who speaks.
    mayAnswer: ({ quote, document }) => run.mayAnswer(quote) || (question.kind === 'person' && !namesSubject(document)),
    who: question.kind === 'person' ? whoIsTold(chosen, { asked, probability, terms: goal.terms }) : () => 0,
    enumerates: (evidence) => listing.several && answered && enumerated(evidence, listing).length > 1,
    isSubject: shapeOf(question) === 'topic',
    isDate: question.kind === 'date',
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
    shape: shapeFor(run),
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

/** The documents that are worth citing, the likeliest first; of each thing compared at least one, where there is one. */
function documentsToCite(run: Run, budget: Budget): Judged[] {
  const readable = run.ledger.ranked().filter(({ evidence }) => evidence.length > 0)
  const judged = ofNamed(run, judge(readable, run))
  if (run.gathers) return ofEachBearer(run, judged, run.gathers).slice(0, budget.sentences)
  const recallWeight = inOtherWords(run.question) ? Math.max(budget.recallWeight, TOLD_BY_SEVERAL) : budget.recallWeight
  const likely = worthCiting(judged, recallWeight, budget.documents)
  const found = withoutCopies(withMissing(likely, judged, run.weights, budget.documents))
  const cited = withoutScattered(found, scatteredRules(run, budget))
  for (const item of run.compared) {
    if (cited.some((each) => isOf(item, each))) continue
    const best = judged.find((each) => isOf(item, each))
    if (best) cited.push(best)
  }
  return cited
}

const SAYS_AS_MUCH = 0.7

/** Of each author or publisher the likeliest document, where a sentence of it says about as much of the subject as any. */
function ofEachBearer({ weights }: Run, judged: readonly Judged[], of: Gathering['of']): Judged[] {
  const most = ({ candidate }: Judged) =>
    Math.max(0, ...candidate.evidence.map(({ covers }) => coverage(covers, weights)))
  const least = SAYS_AS_MUCH * Math.max(0, ...judged.map(most))
  const seen = new Set<string>()
  return judged.filter((each) => {
    const bearer = bearerOf(each.candidate.document, of)
    return most(each) >= least && !seen.has(bearer) && seen.add(bearer)
  })
}

const HOLDS_AS_MUCH = 0.7

/** Only those whom and when the question names, unless others speak of much more of it. */
function ofNamed({ named }: Run, judged: readonly Judged[]): readonly Judged[] {
  const own = judged.filter(({ candidate }) => named.has(candidate.document.id))
  const most = (all: readonly Judged[]) => Math.max(0, ...all.map(({ candidate }) => candidate.signals.support))
  return own.length > 0 && most(own) >= HOLDS_AS_MUCH * most(judged) ? own : judged
}

/** Reasons, manners and what belongs to a subject are told in other words than the question's, by one source or another. */
function inOtherWords({ kind }: Question): boolean {
  return kind === 'why' || kind === 'how' || kind === 'topic'
}

// A level that would rather leave out than cite too much still lets several tell of these.
const TOLD_BY_SEVERAL = 2.5

function scatteredRules({ question, goal, named }: Run, { sentencesADocument }: Budget): ScatteredRules {
  const mentionIn = mentions(question, goal)
  const together = (text: string) => (inOtherWords(question) ? 0 : mentionIn(text).together)
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

/** Asks what each of those it names says or does, not for one fact that they tell of. English. */
const OF_EACH = /^\s*(?:what|how) (?:did|do|does|have|has|had)\b/i

/** Of several who are asked what they say each gets a block; all who are asked for are a list. */
function shapeFor({ question, gathers, compared }: Run): AnswerShape {
  const shape = shapeOf(question)
  if (gathers) return 'list'
  const ofEach = question.kind === 'yes-no' || OF_EACH.test(question.text)
  return ofEach && compared.length > 1 ? 'comparison' : shape
}

function shapeOf({ kind, text }: Question): AnswerShape {
  if (kind === 'list' || kind === 'comparison') return kind
  const isSubject = kind === 'topic' && SUBJECT.test(text.trim()) && text.trim().split(/\s+/).length <= SUBJECT_WORDS
  return isSubject ? 'topic' : 'paragraphs'
}

function claimOf({ text, evidence }: Extract<ComposedPart, { kind: 'quote' }>, answers: boolean): AnswerPart {
  const { document, start, end } = evidence
  return { kind: 'claim', text, document, start, end, answers }
}
