import type { Evidence } from '#evidence/ledger.ts'
import { THINKING_TOKENS } from '#model/model-use.ts'
import type { EngineEvent } from '../types.ts'
import type { InvestigationParts } from './investigation-parts.ts'
import { type Noted, noteTaskOf, takeNotesInAnyCase } from './note-task.ts'
import type { NotesOnSubject } from './notes-on-subject.ts'
import { NotesUnderWay } from './notes-under-way.ts'
import { MOST_VISITS, type SubQuestion } from './sub-question.ts'
import type { Subject } from './subject.ts'
import { otherWordsFor } from './subject-queries.ts'
import type { NoteTask } from './take-notes.ts'
import { tellState } from './tell.ts'
import { tellFailure } from './tell-failure.ts'

type Parts = Pick<
  InvestigationParts,
  'run' | 'budget' | 'use' | 'signal' | 'spending' | 'degradation' | 'contextTokens'
>

/** What notes are taken of. */
interface Investigated {
  subject: Subject
  /** Which notes are on it. */
  about: NotesOnSubject
  /** The question as a whole, then its parts. */
  subs: readonly SubQuestion[]
}

/** Has notes taken of what is found for the parts of a question, and writes them down. */
export class NoteTaker {
  readonly #parts: Parts
  readonly #of: Investigated
  readonly #underWay = new NotesUnderWay()
  /** Tokens of a call. */
  #tokens = 0
  #hasTakenOthers = false

  constructor(parts: Parts, of: Investigated) {
    this.#parts = parts
    this.#of = of
  }

  /** The sub-questions whose notes are being taken. */
  get underWay(): SubQuestion[] {
    return this.#underWay.subs
  }

  /** Begins to take notes of what was found for some sub-questions. */
  begin(subs: readonly SubQuestion[]): void {
    const { use, signal } = this.#parts
    const tasks = subs.map((sub) => this.#taskOf(sub))
    this.#underWay.begin(tasks, use, signal)
  }

  /** Writes down the notes of those that began first. */
  async *writeNext(): AsyncGenerator<EngineEvent, void> {
    for (const { sub, noted } of await this.#underWay.next()) yield* this.write(sub, noted)
  }

  /** What is noted of a sub-question. `without`: the ids of documents that are not shown. */
  of(sub: SubQuestion, without?: ReadonlySet<string>): Promise<Noted> {
    const { use, signal } = this.#parts
    return takeNotesInAnyCase(this.#taskOf(sub, without), use, signal)
  }

  /** Writes down what was noted of a sub-question. */
  *write(sub: SubQuestion, { notes, failure }: Noted): Generator<EngineEvent> {
    if (failure !== undefined) yield* tellFailure(this.#parts, 'note', failure)
    for (const { evidence, shows } of notes.notes) sub.note(evidence, shows)
    sub.contradictions.push(...notes.contradictions)
    sub.state = notes.state
    sub.told = notes.told
    sub.search(notes.queries)
    yield { type: 'thinking', content: tellState(sub) }
  }

  /** Where the notes are of few sources, shows once those that were read and not noted by themselves. */
  async *takeOfOthers(): AsyncGenerator<EngineEvent, void> {
    if (this.#hasTakenOthers) return
    this.#hasTakenOthers = true
    const { budget, use } = this.#parts
    const { about, subs } = this.#of
    const [whole] = subs
    const noted = new Set(about.notes().map(({ document }) => document.id))
    if (!whole || noted.size === 0 || noted.size >= budget.leastSources || !use.ready('fast', true)) return
    const { notes, failure } = await this.of(whole, noted)
    if (failure !== undefined) yield* tellFailure(this.#parts, 'note', failure)
    if (!notes.told || notes.notes.length === 0) return
    for (const { evidence, shows } of notes.notes) whole.note(evidence, shows)
    yield { type: 'thinking', content: tellState(whole) }
  }

  /** Fair shares of what is left, as long as nothing is under way: what is shown does not depend on what ends first. */
  shareTokens(): void {
    const { contextTokens, spending } = this.#parts
    const looks = this.#of.subs.reduce(
      (sum, sub) => sum + (sub.isUnsettled ? Math.max(0, MOST_VISITS - sub.visits) : 0),
      1,
    )
    this.#tokens = Math.min(contextTokens - THINKING_TOKENS, Math.floor(spending.left('tokens', true) / looks))
  }

  #taskOf(sub: SubQuestion, without?: ReadonlySet<string>): NoteTask {
    const { run, use } = this.#parts
    const { about, subject } = this.#of
    const isNear = (evidence: Evidence) => about.isOn(evidence, sub)
    const near = { isNear, isMatter: about.isMatter, nearOnly: subject.hasTime, otherWords: otherWordsFor(subject) }
    const { random } = use.models
    return noteTaskOf(sub, { question: run.question.text, tokens: this.#tokens, ...near, without, random })
  }
}
