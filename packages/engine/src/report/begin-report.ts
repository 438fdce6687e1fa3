import type { Lead } from '#answer/leads.ts'
import { inTurns } from '#depth/in-turns.ts'
import type { NotesOnSubject } from '#depth/notes-on-subject.ts'
import { sent } from '#depth/sent.ts'
import type { SubQuestion } from '#depth/sub-question.ts'
import type { Subject } from '#depth/subject.ts'
import type { CheckParts } from '#model/sentence-check.ts'
import type { Budget } from '../budget.ts'
import type { CollectedNote } from './collected-notes.ts'
import { compareBySubQuestion, compareWithModel, notesByThing } from './comparison.ts'
import { inCalls } from './in-calls.ts'
import { lastAfter } from './last-after.ts'
import { Opening } from './opening.ts'
import { outlineBySubQuestion, outlineWithModel, type Section } from './outline.ts'
import { passagesOf } from './passages.ts'
import { comparisonLines } from './tell-comparison.ts'
import { type PassageParts, PassageWriter } from './write-section.ts'

export interface ReportParts extends CheckParts {
  budget: Budget
  subs: readonly SubQuestion[]
  subject: Subject
  /** Which sentences are on it. */
  about: NotesOnSubject
  /** Sentences by how well each would open an answer without a model, the best first. */
  leads: readonly Lead[]
  /** What the question names and no note is of. */
  missing: readonly string[]
  contextTokens: number
  /** Milliseconds that are left for the answer. */
  ms: number
}

/** Passages that are written at once. */
const AT_ONCE = 4

interface Comparison {
  lines: Awaited<ReturnType<typeof comparisonLines>>
  /** Why no model laid the table out. */
  failure?: unknown
}

interface Outlined {
  sections: Section[]
  /** Why no model outlined it. */
  failure?: unknown
}

/** What opens a report, and the table, which no outline is needed for. */
export interface Opened {
  opening: Opening
  /** Writes the first paragraph. */
  first: PassageWriter
  written: Promise<void>
  comparing: Promise<Comparison>
}

/** A report that models are writing, of which nothing is told yet: its opening, its table, and its sections side by side. */
export class BegunReport {
  readonly parts: ReportParts
  readonly notes: readonly CollectedNote[]
  /** What its passages are written with. */
  readonly inner: PassageParts
  readonly opened: Promise<Opened>
  readonly outlined: Promise<{ writers: PassageWriter[]; failure?: unknown }>
  readonly #leaving = new AbortController()
  readonly #written: Promise<unknown>

  constructor(parts: ReportParts, notes: readonly CollectedNote[]) {
    this.parts = parts
    this.notes = notes
    const deadline = AbortSignal.timeout(Math.ceil(parts.ms))
    const signal = AbortSignal.any([parts.signal, this.#leaving.signal])
    this.inner = { ...parts, signal, deadline }
    const outlining = this.#outline()
    this.opened = this.#open()
    const begun = Promise.all([outlining, this.opened]).then(([{ sections, failure }, { opening, written, first }]) => {
      const { text: question, form } = parts.run.question
      const calls = { question, form, contextTokens: parts.contextTokens }
      const passages = passagesOf(sections, parts).flatMap((passage) => inCalls(passage, calls))
      const writers = passages.map((passage) => new PassageWriter(passage, this.inner))
      const works = writers.map((writer) => () => writer.write())
      // Who waits for the report can read its first words before all of it is written.
      // What may not answer is told once all of it is checked.
      const before = opening.answers ? first.almostChecked : first.checked
      const inOrder = [() => written, ...lastAfter(before, works)]
      return { writers, failure, written: inTurns(inOrder, AT_ONCE) }
    })
    this.outlined = begun
    const { opened } = this
    this.#written = Promise.allSettled([
      opened.then(({ written }) => written),
      opened.then(({ comparing }) => comparing),
      begun.then(({ written }) => written),
    ])
    // Whoever awaits them is told of a failure; it may come before.
    for (const each of [outlining, opened, begun]) each.catch(() => {})
  }

  async #open(): Promise<Opened> {
    // The outline, which all sections wait for, is asked for before the opening is chosen among all that was read.
    await sent()
    const opening = new Opening(this.parts, this.notes)
    const first = new PassageWriter(opening.passage, this.inner)
    const comparing = this.#compare(opening)
    comparing.catch(() => {})
    return { opening, first, written: first.write(), comparing }
  }

  /** Ends what is still under way. */
  async leave(): Promise<void> {
    this.#leaving.abort(new Error('the report is left'))
    await this.#written
  }

  async #outline(): Promise<Outlined> {
    const { run, use, budget, contextTokens } = this.parts
    const { signal, deadline } = this.inner
    const most = budget.sections
    const { text } = run.question
    let failure: unknown
    if (use.ready('fast', false)) {
      try {
        const inTime = AbortSignal.any([signal, deadline])
        const sections = await outlineWithModel(text, this.notes, { most, contextTokens }, use, inTime)
        if (sections.length > 1) return { sections }
      } catch (error) {
        signal.throwIfAborted()
        use.failed('fast', error)
        failure = error
      }
    }
    return { sections: outlineBySubQuestion(text, this.notes, most), failure }
  }

  /** A table of what the question compares; none where it compares nothing, or the notes are of one thing alone. */
  async #compare(opening: Opening): Promise<Comparison> {
    const { inner } = this
    const { run, use, contextTokens } = this.parts
    const { text: question, compared } = run.question
    const byThing = notesByThing(this.notes, compared, opening.foremost)
    if (!byThing) return { lines: [] }
    const signal = AbortSignal.any([inner.signal, inner.deadline])
    const task = { question, compared, contextTokens }
    let failure: unknown
    if (use.ready('fast', false)) {
      try {
        // Where the model finds nothing to compare, nothing else does.
        return { lines: await comparisonLines(await compareWithModel(task, byThing, use, signal), inner) }
      } catch (error) {
        inner.signal.throwIfAborted()
        use.failed('fast', error)
        failure = error
      }
    }
    return { lines: await comparisonLines(compareBySubQuestion(task, byThing), inner), failure }
  }
}
