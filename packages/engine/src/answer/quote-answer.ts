import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import type { Evidence, Quotation } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { isAnswered } from '#judge/answered.ts'
import { isOnSubject } from '#judge/closest.ts'
import { documentsToCite } from '#judge/documents-to-cite.ts'
import type { Judged } from '#judge/relevance.ts'
import { words } from '#language/words.ts'
import { contentReader } from '#question/agreement.ts'
import { belongsTo, headsAll, speaksOf } from '#question/compared.ts'
import type { Question } from '#question/question.ts'
import { tellsTrouble } from '#question/way.ts'
import { coverage } from '#question/weights.ts'
import type { WrittenBefore } from '../assistant.ts'
import type { Budget } from '../budget.ts'
import type { SourceDocument } from '../types.ts'
import { addsTo } from './adds-to.ts'
import { answeringOf } from './answering.ts'
import { withoutAsides } from './asides.ts'
import { bearingOn } from './bearing.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { compose } from './compose.ts'
import { composeParts } from './compose-parts.ts'
import type { Composition } from './composition.ts'
import { contrastsOf } from './contrasts.ts'
import { definitionsOf } from './definition.ts'
import { furtherOf, nearlyAsLikely } from './further.ts'
import { isIndex } from './heading.ts'
import { howUnderstood } from './how-understood.ts'
import { composeInForm, hasForm } from './in-form.ts'
import type { Lead } from './lead.ts'
import { defaultToldBy } from './lead-asked.ts'
import { withoutLeadIn } from './lead-in.ts'
import { rankedLeads } from './leads.ts'
import { neededBeside } from './needed.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'
import { answerParts } from './part-answers.ts'
import { shownRules } from './passage-rules.ts'
import { saysSomething } from './says-something.ts'
import { shownPassage } from './shown-passage.ts'
import { withoutHeaders } from './table-passage.ts'
import { withoutTails } from './without-tails.ts'
import type { ComposedPart } from './writer.ts'

/** A reader who is told that there is no answer looks at a few passages, not at a page of them. */
const CLOSEST_PASSAGES = 5

/** UTF-16 code units of each passage beside it. */
const LONGEST_FURTHER = 350

/** Writes the answer of a run from quotations, or the rest of it; gives its fragments. */
export function* quoteAnswer(
  run: Run,
  budget: Budget,
  assembler: AnswerAssembler,
  before: WrittenBefore = {},
): Generator<string> {
  const { question } = run
  const cited = documentsToCite(run, budget)
  const { said = [] } = before
  const ofParts = said.length > 0 || before.answered === false ? [] : answerParts(run, budget)
  const hasPart = ofParts.some(({ passage }) => passage !== undefined)
  const answered = before.answered ?? (hasPart || isAnswered(run, cited))
  const isClose = answered ? () => true : isOnSubject(question)
  const isNew = (each: Evidence) => isClose(each) && !said.some(({ quote }) => quote === each.quote)
  const quotable = cited.map(withoutHeaders)
  const chosen = chooseEvidence(quotable, question.weights, {
    sentences: answered ? budget.sentences : CLOSEST_PASSAGES,
    sentencesADocument: budget.sentencesADocument,
  }).filter(isNew)
  if (said.length > 0) {
    if (chosen.length === 0) return
    yield assembler.push({ kind: 'text', text: '\n\n' })
  }
  const rules = shownRules(question)
  const ranked = saysSomething(rankedLeads(run, { cited, chosen, mayLead: isNew }), rules)
  const inForm = answered && hasForm(question.form) && said.length === 0
  const parts = inForm
    ? composeInForm(
        ranked.map(({ evidence }) => evidence),
        question.form,
      )
    : hasPart
      ? composeParts(ofParts, chosen, { showsRest: budget.showsRest > 0 })
      : compose(compositionOf(question, budget, { cited, chosen, ranked, answered, rules }))
  if (said.length === 0) {
    const understood = howUnderstood(question, answered ? showing(parts) : undefined)
    if (understood !== '') yield assembler.push({ kind: 'text', text: understood })
  }
  for (const part of parts) {
    const fragment = assembler.push(part.kind === 'text' ? part : claimOf(part, answered))
    if (fragment !== '') yield fragment
  }
}

/** Tells whether a word, or one that begins so, stands in what is quoted, or in the name of one of its sources. */
function showing(parts: readonly ComposedPart[]): (word: string) => boolean {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [] : [part.text, part.quotation.document.title]))
  const shown = texts.flatMap((text) => [...words(text.toLowerCase())].map((word) => word.text))
  return (meant) => shown.some((word) => word.startsWith(meant.toLowerCase()))
}

/** What an answer is made of that is no part of another one. */
function compositionOf(
  question: Question,
  budget: Budget,
  {
    cited,
    chosen,
    ranked,
    answered,
    rules,
  }: {
    cited: readonly Judged[]
    chosen: readonly Evidence[]
    ranked: readonly Lead[]
    answered: boolean
    rules: PassageRules
  },
): Composition {
  const lead = ranked[0]?.evidence
  const isWanted = ({ evidence }: Lead) => rules.asksForCode || evidence === lead || evidence.block?.kind !== 'code'
  const documents = cited.map(({ candidate }) => candidate.document).filter((document) => !isIndex(document))
  const definitions = lead ? explained(question, openingPassage(lead, rules), documents) : []
  const read = cited.flatMap(({ candidate }) => candidate.evidence)
  const answering = answeringOf(question)
  return {
    shape: question.shape,
    chosen,
    lead,
    candidates: ranked.map(({ evidence }) => evidence),
    near: nearlyAsLikely(ranked),
    further: answered ? furtherOf(ranked.filter(isWanted), budget.further) : [],
    bears: lead ? bearingOn(question, shownPassage(lead, rules)) : () => true,
    needed: neededBeside(question, { ranked, ...rules }),
    addsTo: addsTo(question),
    answering,
    fits: valueFit(question),
    hasTrouble: tellsTrouble(question.text),
    withoutAsides: withoutAsides(question, answering, rules),
    withoutLeadIn: budget.showsRest > 0 ? (passage) => [...passage] : withoutLeadIn(question),
    withoutTails:
      budget.showsRest > 0
        ? (all) => all.map((each) => [...each])
        : withoutTails(question, { ranked, answering }, rules),
    shareNamed: (text) => shareNamed(question, text),
    isOfNamed: ({ document }) => question.named.has(document.id),
    longestFurther: LONGEST_FURTHER,
    showsRest: budget.showsRest > 0,
    answered,
    ...rules,
    contrasts: answered && lead ? contrastsOf(question.weights, lead, chosen, read) : [],
    headsAll: headsAll(question),
    items: question.compared.map((item, at) => {
      const speaks = speaksOf(question, item)
      return {
        name: item.name,
        of: item.documents.size > 0 ? 'source' : 'subject',
        definition: definitions[at],
        holds: ({ document, covers, quote }: Evidence) => belongsTo(item, document.id, covers) && speaks(quote),
      }
    }),
  }
}

/** How well a sentence shows the one value that a question asks for, or that value by default. */
function valueFit({ kind, needs, text }: Question): (sentence: string) => number {
  const tellsDefault = defaultToldBy(text)
  if (kind !== 'fact') return kind === 'open' ? (sentence) => Number(tellsDefault(sentence)) : () => 0
  return (sentence) => Math.max(needs.fits(sentence), Number(tellsDefault(sentence)))
}

/** UTF-16 code units: a shorter word stands in others by chance. */
const SHORTEST_WORD = 4

/** The share of a question, by weight, that a text says something of: "ExcelJS" does of "excel". */
function shareNamed({ weights, goal }: Question, text: string): number {
  const folded = text.toLowerCase()
  const terms = new Set(goal.terms(text).map(({ term }) => term))
  const isIn = (term: string) => terms.has(term) || (term.length >= SHORTEST_WORD && folded.includes(term))
  const held = [...weights.keys()].filter(isIn)
  return coverage(new Set(held), weights)
}

/** What explains each of the things compared, unless they stand together where the answer begins. */
function explained(
  { compared, language, weights, ofSources, goal }: Question,
  opening: readonly Quotation[],
  documents: readonly SourceDocument[],
): (Quotation | undefined)[] {
  const ofSubjects = compared.length > 1 && compared.every((item) => item.documents.size === 0)
  if (!ofSubjects || headsAll({ compared, language })(opening[0]?.block?.path.at(-1) ?? '')) return []
  const sides = compared.map(({ name, terms }) => ({ name, terms: terms.difference(ofSources) }))
  const told = opening.filter(({ block }) => block?.kind !== 'code')
  const said = new Set(told.flatMap(({ quote }) => goal.terms(quote).map(({ term }) => term)))
  const ofSections = !compared.every((item) => belongsTo(item, '', said))
  return definitionsOf(sides, weights, { documents, ofSections, contentOf: contentReader(goal) })
}

function claimOf({ text, quotation }: Extract<ComposedPart, { kind: 'quote' }>, answers: boolean): AnswerPart {
  const { document, start, end } = quotation
  return { kind: 'claim', text, document, start, end, answers }
}
