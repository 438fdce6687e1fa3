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
  const sources = new Set(notes.map(({ evidence }) => evidence.document.id)).size
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
  repeated: 'the last look brought nothing new',
  budget: 'what a request may cost is used up; the rest is kept for the answer',
  max_iterations: 'the ceiling of iterations for this level is reached',
} as const

/** Why the sub-questions are not looked into any further. */
export type End = keyof typeof ENDS

/** Says why nothing more is looked for. */
export function tellEnd(end: End): string {
  return `Stopping: ${ENDS[end]}.\n`
}

/** Says what the question names that no note is of; '' where there is none. */
export function tellMissing(names: readonly string[]): string {
  return names.length === 0
    ? ''
    : `Nothing was found on or by ${names.map((name) => `“${clip(name, SHOWN)}”`).join(', ')}.\n`
}
