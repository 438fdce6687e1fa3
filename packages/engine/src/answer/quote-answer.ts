import type { AnswerAssembler } from '#cite/assemble.ts'
import { beginsWithin, type Quotation } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { placeOf } from '#evidence/section.ts'
import { isAnswered } from '#judge/answered.ts'
import { isOnSubject } from '#judge/closest.ts'
import { documentsToCite } from '#judge/documents-to-cite.ts'
import type { WrittenBefore } from '../assistant.ts'
import { type Budget, budgetFor } from '../budget.ts'
import { nameOf } from './attribution.ts'
import { choosePassages, ofVersions } from './choose-passages.ts'
import { hasForm, writeInForm } from './in-form.ts'
import { rankedLeads } from './leads.ts'
import { partLeads } from './part-leads.ts'
import type { Passage } from './passage.ts'
import { sayUnknown } from './say-unknown.ts'
import { seeAlso } from './see-also.ts'
import { wantedBy } from './wanted.ts'
import { Writer } from './writer.ts'

export const NOTHING_FOUND = 'The sources searched hold nothing on this question.'
export const NOT_ANSWERED = 'The sources searched do not answer this directly. The closest passages:'

/** Passages that are chosen: a level shows the first of them, and what is to be read beside them. */
const CHOSEN = 12
/** A reader who is told that there is no answer looks at no more. */
const CLOSEST = 2
/** What documents are looked at does not depend on the level, so that a higher one only shows more. */
const CHOICE = budgetFor('high')

/** Writes the answer of a run from quotations, or the rest of it; gives its fragments. */
export function* quoteAnswer(
  run: Run,
  budget: Budget,
  assembler: AnswerAssembler,
  { said = [], ...before }: WrittenBefore = {},
): Generator<string> {
  const { question } = run
  const cited = documentsToCite(run, CHOICE)
  const parts = said.length > 0 || before.answered === false ? [] : partLeads(run, CHOICE)
  const first = [...parts.flatMap(({ lead }) => lead ?? []), ...ofVersions(question, cited)]
  const answered = before.answered ?? (first.length > 0 || isAnswered(run, cited))
  // What only shares a word with a question that is not answered is not shown as close to it.
  const isClose = answered ? () => true : isOnSubject(question)
  const leads = rankedLeads(run, cited).filter(({ evidence }) => isClose(evidence))
  const found = { cited: answered ? cited : [], leads, wanted: wantedBy(question, cited), first }
  const isSaid = ({ parts }: Passage) => said.some((words) => parts.some((part) => beginsWithin(words, part)))
  const passages = choosePassages(question, found, CHOSEN).filter((passage) => !isSaid(passage))
  if (said.length > 0 && passages.length === 0) return
  const writer = new Writer()
  if (said.length > 0) writer.say('\n\n')
  else sayUnknown(question, answered ? parts : [], writer)
  if (hasForm(question.form) && answered && said.length === 0) writeInForm(passages, question.form, writer)
  else writePassages(passages, { most: 1 + budget.further, answered }, writer)
  if (!answered && before.unread) writer.paragraph(sayUnread(before.unread))
  for (const part of writer.parts) {
    const claim = (words: Quotation) => ({ kind: 'claim' as const, text: part.text, answers: answered, ...words })
    const fragment = assembler.push(part.kind === 'text' ? part : claim(part.quotation))
    if (fragment !== '') yield fragment
  }
}

/** Passages, each below its place, and where else to look. */
function writePassages(
  passages: readonly Passage[],
  { most, answered }: { most: number; answered: boolean },
  writer: Writer,
): void {
  const shown = passages.slice(0, answered ? most : Math.min(CLOSEST, most))
  if (shown.length === 0) writer.paragraph(NOTHING_FOUND)
  else writer.paragraph(answered ? headOf(shown) : NOT_ANSWERED)
  const beside = passages.map(({ lead }) => lead.document)
  const places = shown.map(({ lead }) => placeOf(nameOf(lead.document, beside), lead))
  for (const [at, passage] of shown.entries()) writer.passage(passage, places[at] ?? '')
  seeAlso(passages.slice(shown.length), places, writer)
}

/** Where no answer was found, it may stand in what could not be read. */
function sayUnread(files: number): string {
  return `${files} ${files === 1 ? 'file' : 'files'} could not be read, and ${files === 1 ? 'was' : 'were'} not searched.`
}

function headOf(shown: readonly Passage[]): string {
  const sources = new Set(shown.map(({ lead }) => lead.document.id)).size
  return `Passages from ${sources} ${sources === 1 ? 'source' : 'sources'}:`
}
