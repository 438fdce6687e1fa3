import { clipAtWord } from '#language/cut.ts'
import type { DataLine } from '#model/data-block.ts'
import { withHandles } from '#model/handles.ts'
import { type ModelUse, THINKING_TOKENS } from '#model/model-use.ts'
import { CHARACTERS_A_TOKEN } from '../budget.ts'
import { plain, soundHeading } from './headings.ts'
import type { ResearchPlan } from './plan.ts'
import { OUTLINE, OUTLINING, OUTLINING_EXAMPLE, type SectionForm } from './prompts/outline.ts'
import type { Note } from './sub-question.ts'

/** A section of a report, and what it is written from. */
export interface Section {
  heading: string
  form: SectionForm
  notes: Note[]
}

/** What a report is written from, part by part. */
export interface Outline {
  /** Of the first paragraph. */
  opening: Note[]
  sections: Section[]
}

/** UTF-16 units of a note, and of the sub-question that it was taken for: enough to see what it is about. */
const LONGEST_GIST = 220
const LONGEST_PART = 110
const LEAST_GIST = 40
const OVERHEAD = 900
/** Notes of a first paragraph where no model chose them: the first ones of each part. */
const OPENING_NOTES = 12

interface Outlining {
  question: string
  plan: ResearchPlan
  /** How the question wants its answer. */
  form: string
  most: number
  contextTokens: number
}

/**
 * Has a model outline a report. What it leaves out stays out, and no section of it is lost: what is more than was allowed
 * joins the last one.
 * @throws {ModelFailure}; the signal's reason when aborted
 */
export async function outlineWithModel(
  task: Outlining,
  notes: readonly Note[],
  use: ModelUse,
  signal: AbortSignal,
): Promise<Outline> {
  const { question, plan, form, most, contextTokens } = task
  const byHandle = withHandles(notes, use.models.random)
  const wanted = [plan.wanted, form].filter((each) => each !== '').join('; ')
  const head: DataLine[] = [
    { question },
    ...(plan.brief === '' ? [] : [{ brief: plan.brief }]),
    ...(wanted === '' ? [] : [{ wanted }]),
    { at_most: most },
  ]
  const room = (contextTokens - THINKING_TOKENS - OVERHEAD) * CHARACTERS_A_TOKEN - JSON.stringify(head).length
  const gist = Math.min(LONGEST_GIST, Math.floor(room / byHandle.size) - LONGEST_PART)
  const lines = [...byHandle].map(([id, { shows, paragraph, sub }]) => ({
    id,
    part: clipAtWord(sub.text, LONGEST_PART),
    shows: clipAtWord(shows || paragraph.text, Math.max(gist, LEAST_GIST)),
  }))
  const asked = { instructions: OUTLINING, data: [...head, ...lines], example: OUTLINING_EXAMPLE, schema: OUTLINE }
  const told = await use.ask(asked, signal)
  const named = (ids: readonly string[]) => [
    ...new Set(ids.flatMap((id) => byHandle.get(id.toLowerCase().replace(/[^a-z0-9]/g, '')) ?? [])),
  ]
  const all = told.sections.map(({ heading, form, notes: ids }, at) => {
    const own = named(ids)
    const other = own[0]?.sub.text ?? plan.questions[at]?.text ?? question
    return { heading: soundHeading(heading, other, question, own, OUTLINING), form, notes: own }
  })
  const chosen = named(told.opening)
  const opening = chosen.length > 0 ? chosen : firstOfEach(all.map((section) => section.notes))
  return { opening, sections: withAll(all, most, opening) }
}

/** Every section with notes to write it from: one that names none tells of what `others` tell, as a conclusion does. */
function withAll(all: readonly Section[], most: number, others: readonly Note[]): Section[] {
  const kept = all.slice(0, most).map((section) => ({ ...section, notes: [...section.notes] }))
  const last = kept.at(-1)
  for (const { notes } of all.slice(most)) last?.notes.push(...notes.filter((note) => !last.notes.includes(note)))
  for (const { notes } of kept) if (notes.length === 0) notes.push(...others)
  return kept
}

/** A section for each sub-question, in their order. */
export function outlineBySubQuestion(notes: readonly Note[], most: number): Outline {
  const bySub = [...Map.groupBy(notes, ({ sub }) => sub)]
  const sections = bySub.map(([sub, own]) => ({ heading: plain(sub.text), form: 'prose' as const, notes: own }))
  return { opening: firstOfEach(bySub.map(([, own]) => own)), sections: withAll(sections, most, []) }
}

/** The first notes of each of several lists, in turns. */
function firstOfEach(lists: readonly (readonly Note[])[]): Note[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const turns = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? []))
  return [...new Set(turns.flat())].slice(0, OPENING_NOTES)
}
