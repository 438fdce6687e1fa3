import type { Evidence } from '#evidence/ledger.ts'
import { evidenceToShow } from '#model/evidence-to-show.ts'
import { withHandles } from '#model/handles.ts'
import type { ModelUse } from '#model/model-use.ts'
import { CHARACTERS_A_TOKEN } from '../budget.ts'
import { isSamePlace, type SubQuestion } from './sub-question.ts'
import { type Notes, type NoteTask, noteByWords, takeNotes } from './take-notes.ts'

/** Sentences that a model chooses notes from: some four thousand tokens, of so many documents. */
const SHOWN = { sentences: 64, documents: 16, sentencesADocument: 8 }
/** Where fewer sentences are on the subject, others are shown after them: it may be put in other words. */
const FEWEST_SHOWN = 16
/** Tokens of the instructions, and of what is said of the sub-question. */
const OVERHEAD = 1_200
/** Less than that is left for sentences: no note is worth the call. */
const FEWEST_TOKENS = 400

const NO_DOCUMENTS: ReadonlySet<string> = new Set()

interface NoteTaskParts {
  question: string
  /** Tokens of the whole call. */
  tokens: number
  /** Whether a sentence is on the subject. */
  isNear: (evidence: Evidence) => boolean
  /** Whether a sentence is matter of its page and no evidence. */
  isMatter: (evidence: Evidence) => boolean
  /** Whether nothing else is shown. */
  nearOnly: boolean
  /** Words by which sources speak of the subject without its name. */
  otherWords: readonly string[]
  /** The ids of documents that are not shown; then only what is on the subject is. */
  without?: ReadonlySet<string> | undefined
  /** Random whole numbers below a bound, of which the handles are made. Default: the system's. */
  random?: ((bound: number) => number) | undefined
}

/** What a model is shown for notes on a sub-question: what was found for it and not noted yet, on its subject first. */
export function noteTaskOf(sub: SubQuestion, parts: NoteTaskParts): NoteTask {
  const { question, tokens, isNear, isMatter, nearOnly, otherWords, without = NO_DOCUMENTS, random } = parts
  // What is left out below takes no place from what is shown.
  const sentences = 2 * SHOWN.sentences + sub.notes.length + without.size * SHOWN.sentencesADocument
  const documents = SHOWN.documents + without.size
  const isShown = (one: Evidence) => !isMatter(one) && (!nearOnly || isNear(one))
  const { evidence } = evidenceToShow(sub.run, { ...SHOWN, sentences, documents }, isShown)
  const fresh = evidence.filter(
    (one) => !without.has(one.document.id) && !sub.notes.some((note) => isSamePlace(note.evidence, one)),
  )
  const near = fresh.filter(isNear)
  const isEnough = near.length >= FEWEST_SHOWN || without.size > 0 || nearOnly
  const chosen = isEnough ? near : [...near, ...fresh.filter((one) => !near.includes(one))]
  const shown = withHandles(chosen.slice(0, SHOWN.sentences), random)
  return { question, sub, otherWords, shown, room: (tokens - OVERHEAD) * CHARACTERS_A_TOKEN }
}

/** Notes, and why a model took none. */
export interface Noted {
  notes: Notes
  failure?: unknown
}

/** The notes of a model; those of the words alone where it fails, cannot be asked, or is not worth a call. */
export async function takeNotesInAnyCase(task: NoteTask, use: ModelUse, signal: AbortSignal): Promise<Noted> {
  const isWorthACall = task.shown.size > 0 && task.room >= FEWEST_TOKENS * CHARACTERS_A_TOKEN
  if (!isWorthACall || !use.ready('fast', true)) return { notes: noteByWords(task) }
  try {
    return { notes: await takeNotes(task, use, signal) }
  } catch (failure) {
    return { notes: noteByWords(task), failure }
  }
}
