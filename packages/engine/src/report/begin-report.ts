import type { Lead } from '#answer/lead.ts'
import { inTurns } from '#depth/in-turns.ts'
import type { SubQuestion } from '#depth/sub-question.ts'
import type { Subject } from '#depth/subject.ts'
import type { CheckParts } from '#model/sentence-check.ts'
import type { Budget } from '../budget.ts'
import type { CollectedNote } from './collected-notes.ts'
import { compareBySubQuestion, compareWithModel, notesByThing } from './comparison.ts'
import { Opening } from './opening.ts'
import { outlineBySubQuestion, outlineWithModel, type Section } from './outline.ts'
import { passagesOf } from './passages.ts'
import { comparisonLines } from './tell-comparison.ts'
import { type PassageParts, PassageWriter } from './write-section.ts'

export interface ReportParts extends CheckParts {
  budget: Budget
  subs: readonly SubQuestion[]
  subject: Subject
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

/** A report that models are writing, of which nothing is told yet: its opening, its table, and its sections side by side. */
export class BegunReport {
  readonly parts: ReportParts
  readonly notes: readonly CollectedNote[]
  readonly opening: Opening
  /** What its passages are written with. */
  readonly inner: PassageParts
  /** Writes the first paragraph: it needs no outline. */
  readonly first: PassageWriter
  readonly comparing: Promise<Comparison>
  readonly outlined: Promise<{ writers: PassageWriter[]; failure?: unknown }>
  readonly #leaving = new AbortController()
  readonly #written: Promise<unknown>

  constructor(parts: ReportParts, notes: readonly CollectedNote[]) {
    this.parts = parts
    this.notes = notes
    this.opening = new Opening(parts, notes)
    const deadline = AbortSignal.timeout(Math.ceil(parts.ms))
    const signal = AbortSignal.any([parts.signal, this.#leaving.signal])
    this.inner = { ...parts, signal, deadline }
    this.first = new PassageWriter(this.opening.passage, this.inner)
    const opened = this.first.write()
    const begun = this.#outline().then(({ sections, failure }) => {
      const writers = passagesOf(sections, parts).map((passage) => new PassageWriter(passage, this.inner))
      const works = [() => opened, ...writers.map((writer) => () => writer.write())]
      return { writers, failure, written: inTurns(works, AT_ONCE) }
    })
    this.outlined = begun
    this.comparing = this.#compare()
    this.#written = Promise.allSettled([opened, this.comparing, begun.then(({ written }) => written)])
    // Whoever awaits them is told of a failure; it may come before.
    for (const each of [this.outlined, this.comparing]) each.catch(() => {})
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
  async #compare(): Promise<Comparison> {
    const { inner } = this
    const { run, use, contextTokens } = this.parts
    const { text: question, compared } = run.question
    const byThing = notesByThing(this.notes, compared, this.opening.passage.notes)
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
