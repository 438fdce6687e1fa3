import { ThoughtFilter } from '#guard/thoughts.ts'
import { wordsIn } from '#language/words-in.ts'
import type { Draft } from '#model/draft-parser.ts'
import { ModelFailure } from '#model/failure.ts'
import { takeHandles, withHandles } from '#model/handles.ts'
import { type CheckedSentence, type CheckParts, SentenceCheck } from '#model/sentence-check.ts'
import { NOT_FOUND } from '#model/write-draft.ts'
import { RULES_OF_WRITING } from './prompts/write.ts'
import { inCalls, type Passage, type SectionTask, sectionCall } from './section-call.ts'
import { type Piece, piecesOf } from './section-text.ts'
import type { Note } from './sub-question.ts'

export interface WriterParts extends CheckParts {
  brief: string
  contextTokens: number
  /** Aborted when the time for writing is over. */
  deadline: AbortSignal
}

/** What was written of a passage, and what became of each sentence of it; those that may not be said are not there. */
export interface WrittenPassage {
  passage: Passage
  pieces: readonly Piece[]
  checked: ReadonlyMap<Draft, CheckedSentence>
  /** The model says that the notes hold nothing on it. */
  abstained: boolean
  /** Why the model wrote less than was wanted. */
  failure?: unknown
}

/** How many words of a draft are read for each that is wanted: what runs on is left. */
const RUNS_ON = 2
/** A text that broke off, or was too long for the model, is asked for once more. */
const ATTEMPTS = 2
/** What is kept of notes that were too long for the model. */
const SHRUNK = 0.6

/** Has a model write a passage, and checks it. */
export class SectionWriter {
  readonly #passage: Passage
  readonly #parts: WriterParts
  readonly #notes: ReadonlyMap<string, Note>
  #failure: unknown

  constructor(passage: Passage, parts: WriterParts) {
    this.#passage = passage
    this.#parts = parts
    this.#notes = withHandles(passage.notes, parts.use.models.random)
  }

  /** @throws the signal's reason when aborted */
  async write(): Promise<WrittenPassage> {
    const { run, brief, contextTokens } = this.#parts
    const passage = this.#passage
    const about = { passage, question: run.question.text, brief, form: run.question.form, contextTokens }
    const groups = inCalls(this.#notes, about)
    const pieces: Piece[] = []
    let abstained = true
    for (const notes of groups) {
      const text = await this.#written({
        ...about,
        notes,
        passage: { ...passage, words: Math.ceil(passage.words / groups.length) },
      })
      const isNone = text.trimStart().startsWith(NOT_FOUND)
      if (!isNone) pieces.push(...piecesOf(text.replaceAll(NOT_FOUND, ''), this.#failure === undefined))
      abstained &&= isNone
    }
    return { passage, pieces, checked: await this.#check(pieces), abstained, failure: this.#failure }
  }

  /** What the model writes of some notes, as far as it comes. */
  async #written(task: Omit<SectionTask, 'written'>): Promise<string> {
    const { use, deadline } = this.#parts
    let written = ''
    let { notes } = task
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (!use.ready('smart', false)) {
        this.#failure ??= new ModelFailure('quota', 'is asked no more')
        return written
      }
      const { text, failure } = await this.#attempt({ ...task, notes, written: takeHandles(written).text })
      written += text
      this.#failure = failure
      if (!(failure instanceof ModelFailure) || deadline.aborted) return written
      const { reason } = failure
      if (reason === 'context') notes = new Map([...notes].slice(0, Math.ceil(SHRUNK * notes.size)))
      else if (reason !== 'cut' && !(reason === 'timeout' && written !== '')) return written
      // What is gone on with begins behind the last whole sentence.
      if (attempt === 0 && reason !== 'context') written = wholeSentences(written)
    }
    return written
  }

  async #attempt(task: SectionTask): Promise<{ text: string; failure?: unknown }> {
    const { use, signal, deadline } = this.#parts
    const inTime = AbortSignal.any([signal, deadline])
    const call = { ...sectionCall(task), role: 'smart', signal: inTime, onUsage: use.onUsage('answer') } as const
    const thoughts = new ThoughtFilter()
    let text = ''
    try {
      for await (const piece of use.models.write(call)) {
        signal.throwIfAborted()
        const { said, restart } = thoughts.push(piece)
        text = restart ? said : text + said
        if (wordsIn(text) > RUNS_ON * task.passage.words) return { text: wholeSentences(text) }
      }
      return { text: text + thoughts.end() }
    } catch (failure) {
      signal.throwIfAborted()
      return { text, failure: deadline.aborted ? new ModelFailure('timeout', 'took longer than the budget') : failure }
    }
  }

  async #check(pieces: readonly Piece[]): Promise<Map<Draft, CheckedSentence>> {
    const sentences = new Map([...this.#notes].map(([handle, { paragraph }]) => [handle, paragraph.sentences]))
    const shown = { evidence: [...sentences.values()].flat(), answered: true, rules: RULES_OF_WRITING }
    const check = new SentenceCheck(this.#parts, shown)
    const drafts = pieces.flatMap((piece) => {
      if (piece.kind === 'head') return []
      return piece.kind === 'row' ? piece.cells.slice(1).filter(({ handles }) => handles.length > 0) : piece.drafts
    })
    const checked = await check.checkAll(drafts, sentences)
    return new Map(drafts.flatMap((draft, at) => (checked[at] ? [[draft, checked[at]]] : [])))
  }
}

/** A text up to the end of its last whole sentence or line, with the handles behind it. */
function wholeSentences(text: string): string {
  const last = [...text.matchAll(/[.!?…](?:["'”’)\]]|\s?\[\[[^\]\n]{0,60}\]\]|【[^】\n]{0,60}】)*(?=\s)|\n/g)].at(-1)
  return last ? text.slice(0, last.index + last[0].length) : ''
}
