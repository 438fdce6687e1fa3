import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { isAnswered } from '#judge/answered.ts'
import { documentsToCite } from '#judge/documents-to-cite.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { belongsTo } from '#question/compared.ts'
import type { Correction } from '#question/spelling.ts'
import type { WrittenBefore } from '../assistant.ts'
import type { Budget } from '../budget.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { compose } from './compose.ts'
import { contrastsOf } from './contrasts.ts'
import { composeInForm, hasForm } from './in-form.ts'
import { leadCandidates, rankLeads } from './lead.ts'
import { leadFeatures } from './lead-features.ts'
import type { PassageRules } from './opening-passage.ts'
import type { ComposedPart } from './writer.ts'

/** A reader who is told that there is no answer looks at a few passages, not at a page of them. */
const CLOSEST_PASSAGES = 5

/** Asks how to do something, or for an example. */
const ASKS_FOR_CODE = new RegExp(marks.asksForCode.join('|'), 'i')

/** Writes the answer of a run from quotations, or the rest of it; gives its fragments. */
export function* quoteAnswer(run: Run, budget: Budget, assembler: AnswerAssembler, before: WrittenBefore = {}) {
  const { question } = run
  const cited = documentsToCite(run, budget)
  const { said = [], answered = isAnswered(run, cited) } = before
  const chosen = chooseEvidence(cited, question.weights, {
    sentences: answered ? budget.sentences : CLOSEST_PASSAGES,
    sentencesADocument: question.gathers ? 1 : budget.sentencesADocument,
  }).filter(({ quote }) => !said.some((other) => other.quote === quote))
  if (said.length > 0) {
    if (chosen.length === 0) return
    yield assembler.push({ kind: 'text', text: '\n\n' })
  }
  const read = cited.flatMap(({ candidate }) => candidate.evidence)
  const rules = passageRules(run)
  const candidates = leadCandidates(question, cited, run.heads).filter(
    ({ quote }) => !said.some((other) => other.quote === quote),
  )
  const ranked = rankLeads(candidates, leadFeatures({ question, cited, chosen, ...rules }), run.heads)
  const [lead] = ranked
  if (said.length === 0 && question.corrections.length > 0)
    yield assembler.push({ kind: 'text', text: searchedFor(question.corrections) })
  const parts =
    answered && hasForm(question.form) && said.length === 0
      ? composeInForm(ranked, question.form)
      : compose({
          shape: question.shape,
          gathers: question.gathers !== undefined,
          chosen,
          lead,
          further: answered ? furtherOf(ranked, budget.further) : [],
          answered,
          ...rules,
          contrasts: answered && lead ? contrastsOf(question.weights, lead, chosen, read) : [],
          items: question.compared.map((item) => ({
            name: item.name,
            of: item.documents.size > 0 ? 'source' : 'subject',
            holds: ({ document, covers }: Evidence) => belongsTo(item, document.id, covers),
          })),
        })
  for (const part of parts) {
    const fragment = assembler.push(part.kind === 'text' ? part : claimOf(part, answered))
    if (fragment !== '') yield fragment
  }
}

/** Tells the reader which words were taken for others. */
function searchedFor(corrections: readonly Correction[]): string {
  return `Searched for ${corrections.map(({ meant }) => `“${meant}”`).join(', ')}.\n\n`
}

/** Of sentences that could open, those that come after the first, each of another block. */
function furtherOf([lead, ...others]: readonly Evidence[], most: number): Evidence[] {
  const blocks = new Set([lead?.block])
  const ofOthers = others.filter(({ block }) => block === undefined || (!blocks.has(block) && blocks.add(block)))
  return ofOthers.slice(0, most)
}

/** What the passage that opens the answer of a run is made by. */
export function passageRules({ question }: Run): PassageRules {
  return { asksForCode: ASKS_FOR_CODE.test(question.text), asksForList: question.several }
}

function claimOf({ text, quotation }: Extract<ComposedPart, { kind: 'quote' }>, answers: boolean): AnswerPart {
  const { document, start, end } = quotation
  return { kind: 'claim', text, document, start, end, answers }
}
