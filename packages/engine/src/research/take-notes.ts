import { aboutOf } from '#cite/about.ts'
import { clipAtWord } from '#language/cut.ts'
import type { DataLine } from '#model/data-block.ts'
import { echoes } from '#model/echo.ts'
import { type ModelUse, THINKING_TOKENS } from '#model/model-use.ts'
import { CHARACTERS_A_TOKEN } from '../budget.ts'
import type { Paragraph } from './paragraphs.ts'
import { soundQueries } from './plan.ts'
import { MOST_NOTES, NOTES, NOTING, NOTING_EXAMPLE, type ToldState } from './prompts/note.ts'
import type { SubQuestion } from './sub-question.ts'

/** UTF-16 units of paragraphs in one call: five articles of a newspaper. More are read with less care. */
const MOST_SHOWN = 28_000
/** Tokens of the instructions, and of what is said of the sub-questions. */
const OVERHEAD = 1_900
/** UTF-16 units of what a note says that its paragraph shows, and of what is told of notes and other sub-questions. */
const LONGEST_SHOWS = 300
const LONGEST_TOLD = 100
/** Notes of which the next look is told, and notes taken without a model. */
const MOST_TOLD = 8
const WITHOUT_MODEL = 4

/** UTF-16 units of paragraphs that fit into a call of so many tokens. */
export function roomForParagraphs(tokens: number): number {
  return Math.min(MOST_SHOWN, (tokens - THINKING_TOKENS - OVERHEAD) * CHARACTERS_A_TOKEN)
}

export interface NoteTask {
  question: string
  sub: SubQuestion
  /** All of them, by number from 1 on. */
  subs: readonly SubQuestion[]
  shown: ReadonlyMap<string, Paragraph>
}

/** What was noted. */
export interface Noted {
  notes: { paragraph: Paragraph; shows: string; sub: SubQuestion }[]
  state: ToldState
  queries: string[]
  /** Why no model took the notes. */
  failure?: unknown
}

/** Notes of a model; where it fails or cannot be asked, those paragraphs that rank first. It does not throw. */
export async function takeNotes(task: NoteTask, use: ModelUse, signal: AbortSignal): Promise<Noted> {
  if (task.shown.size === 0) return { notes: [], state: task.sub.notes.length > 0 ? 'thin' : 'not_found', queries: [] }
  let failure: unknown
  if (use.ready('fast', true)) {
    try {
      return await askForNotes(task, use, signal)
    } catch (error) {
      failure = error
    }
  }
  const first = [...task.shown.values()].slice(0, WITHOUT_MODEL)
  return {
    notes: first.map((paragraph) => ({ paragraph, shows: '', sub: task.sub })),
    state: 'thin',
    queries: [],
    failure,
  }
}

async function askForNotes(task: NoteTask, use: ModelUse, signal: AbortSignal): Promise<Noted> {
  const { question, sub, subs, shown } = task
  const others = subs.flatMap((one, at) => (one === sub ? [] : [`${at + 1}: ${clipAtWord(one.text, LONGEST_TOLD)}`]))
  const before = sub.notes
    .slice(-MOST_TOLD)
    .flatMap(({ shows }) => (shows === '' ? [] : [clipAtWord(shows, LONGEST_TOLD)]))
  const data: DataLine[] = [
    { question },
    { sub_question: sub.text, ...(sub.answeredBy !== '' && { answered_by: sub.answeredBy }) },
    ...(others.length > 0 ? [{ others }] : []),
    ...(before.length > 0 ? [{ noted: before }] : []),
    ...linesOf(shown),
  ]
  const told = await use.ask({ instructions: NOTING, data, example: NOTING_EXAMPLE, schema: NOTES }, signal)
  const notes = told.notes.slice(0, MOST_NOTES).flatMap(({ id, shows, for: number }) => {
    const paragraph = shown.get(id)
    const gist = echoes(shows, [NOTING]) ? '' : clipAtWord(shows, LONGEST_SHOWS)
    return paragraph ? [{ paragraph, shows: gist, sub: subs[number - 1] ?? sub }] : []
  })
  const isNoted = sub.notes.length > 0 || notes.some((note) => note.sub === sub)
  return { notes, state: isNoted ? told.state : 'not_found', queries: soundQueries(told.queries, NOTING) }
}

/** Paragraphs as data: each source, then its paragraphs below their headings. */
export function linesOf(shown: ReadonlyMap<string, Paragraph>, shows?: ReadonlyMap<Paragraph, string>): DataLine[] {
  const lines: DataLine[] = []
  let last: Paragraph | undefined
  for (const [id, paragraph] of shown) {
    const { document, path, text } = paragraph
    const { title: source, ...about } = aboutOf(document)
    if (last?.document.id !== document.id) lines.push({ source, ...about })
    const heading = path.at(-1)
    const isBelow = heading !== undefined && (last?.document.id !== document.id || last.path.at(-1) !== heading)
    const said = shows?.get(paragraph) ?? ''
    lines.push({
      id,
      ...(isBelow && { below: clipAtWord(heading, LONGEST_TOLD) }),
      ...(said !== '' && { shows: said }),
      text,
    })
    last = paragraph
  }
  return lines
}
