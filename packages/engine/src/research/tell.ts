import type { AnswerPart } from '#cite/assemble.ts'
import { clip } from '#language/cut.ts'
import type { State, SubQuestion } from './sub-question.ts'

/** Characters of a text that thinking shows: a line of a terminal. */
const SHOWN = 120

/** Says what is to be found out. */
export function tellResearchPlan(brief: string, subs: readonly SubQuestion[]): string {
  const items = subs.map(
    ({ text, answeredBy }, i) => `${i + 1}. ${text}${answeredBy === '' ? '' : ` (to be answered by: ${answeredBy})`}\n`,
  )
  return `${brief === '' ? '' : `What is asked: ${brief}\n`}To be found out:\n${items.join('')}`
}

/** Says what is looked into next. */
export function tellRound(iteration: number, subs: readonly SubQuestion[]): string {
  return `Iteration ${iteration}: look into ${subs.map(({ text }) => `“${clip(text, SHOWN)}”`).join('; ')}.\n`
}

const STATES: Record<State, string> = {
  open: 'not looked into',
  answered: 'answered',
  thin: 'answered in part',
  contradicted: 'the sources disagree',
  not_found: 'nothing found yet',
}

/** Says what is known of a sub-question now. */
export function tellState({ text, state, notes }: SubQuestion): string {
  const sources = new Set(notes.map(({ paragraph }) => paragraph.document.id)).size
  // What was noted before answers a part of it, though the last look found nothing.
  const known = notes.length > 0 && state === 'not_found' ? 'thin' : state
  const noted = notes.length === 0 ? '' : `, with ${count(notes.length, 'note')} from ${count(sources, 'source')}`
  return `“${clip(text, SHOWN)}”: ${STATES[known]}${noted}.\n`
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** Says what else has to be found out. */
export function tellFurther(questions: readonly { text: string }[]): string {
  return `Also to be found out: ${questions.map(({ text }) => `“${clip(text, SHOWN)}”`).join('; ')}.\n`
}

const ENDS = {
  settled: 'every part of the question is answered, or there is nothing left to ask about it',
  satisfied: 'the notes answer the question',
  looks: 'as much was looked into as this level looks into',
  budget: 'what a request may cost is used up; the rest is kept for the answer',
  max_iterations: 'the ceiling of iterations for this level is reached',
} as const

/** Why the sub-questions are not looked into any further. */
export type End = keyof typeof ENDS

/** Says why nothing more is looked for. */
export function tellEnd(end: End): string {
  return `Stopping: ${ENDS[end]}.\n`
}

/** What opens a report where a model finds no answer in what was noted. */
export const NOT_ANSWERED = 'The sources do not answer the question as it is asked. What they tell of it follows.'

const textsOf = (subs: readonly SubQuestion[]) => subs.map(({ text }) => text)
const line = (text: string): AnswerPart => ({ kind: 'text', text })

/** What became of the parts of a question. */
interface Investigated {
  subs: readonly SubQuestion[]
  plan: { isShort: boolean }
  isAnswered: boolean
}

/** Says of which parts nothing was found, or little. `empty`: headings under which a model found nothing to tell. */
export function tellParts(
  { subs, plan: { isShort }, isAnswered }: Investigated,
  empty: readonly string[],
  isBegun: boolean,
): AnswerPart[] {
  const [noted, without] = [
    subs.filter(({ notes }) => notes.length > 0),
    textsOf(subs.filter(({ notes }) => notes.length === 0)),
  ]
  const inPart = textsOf(noted.filter(({ state }) => state === 'thin' || state === 'not_found'))
  // A short answer that stands is not followed by what else was looked for.
  if (isShort && isBegun && isAnswered) return []
  const lists = [
    listed('Not found in the sources', [...new Set([...without, ...empty])]),
    listed('Answered only in part', inPart),
  ].filter((list) => list !== '')
  return lists.map((list, at) => line(at > 0 || isBegun ? `\n\n${list}` : list))
}

function listed(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `**${heading}**\n\n${lines.map((each) => `- ${each}`).join('\n')}`
}

/** Says how many sentences stand without a source, or are not borne out for certain; nothing where there are none. */
export function tellCounts(uncited: number, unverified: number): AnswerPart[] {
  const told = [
    uncited > 0 && `${count(uncited, 'sentence')} above without a source.`,
    unverified > 0 && `${count(unverified, 'sentence')} could not be checked in full.`,
  ].filter((each) => each !== false)
  return told.length === 0 ? [] : [line(`\n\n*${told.join(' ')}*`)]
}

/** What is told where nothing was noted at all. */
export function tellNothing({ subs }: Pick<Investigated, 'subs'>, sources: number): string {
  const read =
    sources === 0
      ? 'No source was found.'
      : `${count(sources, 'source')} ${sources === 1 ? 'was' : 'were'} read, and none answers this.`
  return `${read}\n\n${listed('Looked for and not found', textsOf(subs))}`
}
