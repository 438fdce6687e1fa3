import { nameOf } from '#answer/attribution.ts'
import type { AnswerPart } from '#cite/assemble.ts'
import { isSamePlace, type SubQuestion } from '#depth/sub-question.ts'
import type { Subject } from '#depth/subject.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import type { Question } from '#question/question.ts'
import { isInOwnWords } from './in-own-words.ts'
import { withoutQuestion } from './outline.ts'
import { answersPart, type OnSubject } from './part-answers.ts'

/** Disagreements told: more of them bury the answer. */
const MOST = 4

const text = (words: string): AnswerPart => ({ kind: 'text', text: words })

/** A source by name, with the day where that is known. */
function datedName(document: Evidence['document']): string {
  const { date, year } = document
  return date === undefined || date.length <= 4 || year === undefined
    ? nameOf(document)
    : `${nameOf(document)}, ${date}`
}

/** What sources say against each other, in the words of each, with its date. None where they do not. */
export function disagreements(subs: readonly SubQuestion[]): AnswerPart[][] {
  const pairs: [Evidence, Evidence][] = []
  for (const pair of subs.flatMap(({ contradictions }) => contradictions)) {
    const isTold = pairs.some((told) => pair.every((one) => told.some((other) => isSamePlace(one, other))))
    if (!isTold && pairs.length < MOST) pairs.push(pair)
  }
  return pairs.map((pair) => pair.flatMap((evidence, i) => sideOf(evidence, i === 0 ? '- ' : ' — ')))
}

function sideOf({ document, start, end, quote }: Evidence, before: string): AnswerPart[] {
  const words = quote.replace(/\s+/g, ' ').trim()
  const said: AnswerPart = { kind: 'claim', text: words, document, start, end, answers: true }
  return [text(`${before}${datedName(document)}: `), said]
}

/** What the question names and no note is of, and the parts of it that nothing was found for. */
export function notFound(
  subs: readonly SubQuestion[],
  { run: whole, missing, subject }: { run: Run; missing: readonly string[]; subject?: Subject },
): string[] {
  const isFound = (sub: SubQuestion) => {
    const { notes, text } = sub
    const answers = answersPart(text, whole.question, subject && onSubject(subject))
    return notes.some((note) => answers(note.evidence) || isInOwnWords({ ...note, sub }, whole.question.text))
  }
  const parts = subs.filter((sub) => sub.run !== whole && !isFound(sub))
  // Most parts of a plan say the question once more, which buries what they ask.
  const asked = parts
    .map(({ text }) => withoutQuestion(text, whole.question.text))
    .filter((text) => /\p{L}/u.test(text))
  return [...new Set([...missing, ...asked])].map((line) => `- ${line}`)
}

/** What a question compares and no sources tell in the same respect; none where it compares nothing, or what sources say. */
export function notCompared({ compared }: Pick<Question, 'compared'>): string[] {
  const isOfThings = compared.length > 1 && compared.every(({ documents }) => documents.size === 0)
  return isOfThings ? [`- ${compared.map(({ name }) => name).join(', ')}: the same told of each`] : []
}

function onSubject(subject: Subject): OnSubject {
  return { bears: (said) => subject.bearsOn(said), tells: (said) => subject.isToldIn(said) }
}
