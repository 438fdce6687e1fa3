import type { ModelCall } from '#model/calls.ts'
import { type DataLine, dataBlock } from '#model/data-block.ts'
import { THINKING_TOKENS } from '#model/model-use.ts'
import { wordsOfForm } from '#model/write-draft.ts'
import type { AnswerForm } from '#question/instructions.ts'
import { CHARACTERS_A_TOKEN } from '../budget.ts'
import type { Paragraph } from './paragraphs.ts'
import type { SectionForm } from './prompts/outline.ts'
import { WRITING_OPENING, WRITING_SECTION } from './prompts/write.ts'
import type { Note } from './sub-question.ts'
import { linesOf } from './take-notes.ts'

/** A part of a report that is written by itself. */
export interface Passage {
  /** Undefined: the first paragraph. */
  heading: string | undefined
  form: SectionForm
  /** Headings of the other sections. */
  others: readonly string[]
  words: number
  notes: readonly Note[]
}

export interface SectionTask {
  passage: Passage
  question: string
  brief: string
  /** How the question wants its answer. */
  form: AnswerForm
  /** The notes by their handles. */
  notes: ReadonlyMap<string, Note>
  contextTokens: number
  /** What stands already, where a text broke off and is to be gone on with; else ''. */
  written: string
}

/** An English word takes one to two tokens; the rest are its share of the handles and marks of a draft. */
const TOKENS_A_WORD = 2.5
/** The rules and the shape of the data, in tokens. */
const OVERHEAD = 1_100
/** UTF-16 units around a note. */
const OF_NOTE = 120
const GO_ON = '\nThe text broke off. Go on right after what is "written", without repeating any of it.'

/** The call that asks for a passage. What all sections share comes first. */
export function sectionCall(task: SectionTask): Pick<ModelCall, 'instructions' | 'prompt' | 'maxOutputTokens'> {
  const { passage, notes, written } = task
  const paragraphs = new Map([...notes].map(([id, { paragraph }]) => [id, paragraph]))
  const shows = new Map([...notes.values()].map(({ paragraph, shows }): [Paragraph, string] => [paragraph, shows]))
  const lines = [...aboutPassage(task), ...linesOf(paragraphs, shows), ...(written === '' ? [] : [{ written }])]
  return {
    instructions: passage.heading === undefined ? WRITING_OPENING : WRITING_SECTION,
    prompt: dataBlock(lines) + (written === '' ? '' : GO_ON),
    maxOutputTokens: outputTokens(task),
  }
}

/** Notes in as many groups as calls can be shown: what a small model cannot be shown at once is not left out for that. */
export function inCalls(
  notes: ReadonlyMap<string, Note>,
  task: Omit<SectionTask, 'notes' | 'written'>,
): Map<string, Note>[] {
  const used = JSON.stringify(aboutPassage(task)).length
  const room = (task.contextTokens - outputTokens(task) - OVERHEAD) * CHARACTERS_A_TOKEN - used
  const groups: Map<string, Note>[] = []
  let left = 0
  for (const [id, note] of notes) {
    const size = note.paragraph.text.length + note.shows.length + note.paragraph.document.title.length + OF_NOTE
    if (size > left || groups.length === 0) {
      groups.push(new Map())
      left = room
    }
    left -= size
    groups.at(-1)?.set(id, note)
  }
  return groups
}

function outputTokens({ passage: { words }, contextTokens }: Pick<SectionTask, 'passage' | 'contextTokens'>): number {
  return Math.min(THINKING_TOKENS + Math.ceil(words * TOKENS_A_WORD), Math.floor(contextTokens / 2))
}

function aboutPassage({
  passage,
  question,
  brief,
  form,
}: Omit<SectionTask, 'notes' | 'written' | 'contextTokens'>): DataLine[] {
  const { heading, form: look, others, words } = passage
  const asked = wordsOfForm(form)
  return [
    { question },
    ...(brief === '' ? [] : [{ brief }]),
    ...(asked === '' ? [] : [{ form_wanted: asked }]),
    ...(heading === undefined ? [{ words }] : [{ heading, words, form: look }, { other_headings: others }]),
  ]
}
