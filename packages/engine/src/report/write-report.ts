import type { Lead } from '#answer/lead.ts'
import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import { inTurns } from '#depth/in-turns.ts'
import type { SubQuestion } from '#depth/sub-question.ts'
import type { Subject } from '#depth/subject.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { detailOf, reasonOf } from '#model/failure.ts'
import type { CheckedSentence, CheckParts } from '#model/sentence-check.ts'
import type { Budget } from '../budget.ts'
import type { EngineEvent } from '../types.ts'
import { disagreements, notCompared, notFound } from './closing.ts'
import type { CollectedNote } from './collected-notes.ts'
import { compareBySubQuestion, compareWithModel, notesByThing } from './comparison.ts'
import { hangsAfter } from './hangs-after.ts'
import { notAnswered } from './not-answered.ts'
import { Opening } from './opening.ts'
import { outlineBySubQuestion, outlineWithModel, type Section } from './outline.ts'
import { passagesOf } from './passages.ts'
import { firstOfOthers } from './quoted-sentence.ts'
import { ReportText } from './report-text.ts'
import { comparisonLines } from './tell-comparison.ts'
import { type PassageParts, PassageWriter } from './write-section.ts'

export interface ReportParts extends CheckParts {
  assembler: AnswerAssembler
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

/**
 * Writes a report: the answer first, then sections, each by itself from its own notes, several side by side; their
 * sentences are told in the order of the report as soon as they are checked.
 */
export async function* writeReport(
  parts: ReportParts,
  notes: readonly CollectedNote[],
): AsyncGenerator<EngineEvent, void> {
  yield* new Report(parts, notes).events()
}

interface Comparison {
  lines: Awaited<ReturnType<typeof comparisonLines>>
  /** Why no model laid the table out. */
  failure?: unknown
}

class Report {
  readonly #parts: ReportParts
  readonly #notes: readonly CollectedNote[]
  readonly #opening: Opening
  readonly #text: ReportText
  #isCompared = false

  constructor(parts: ReportParts, notes: readonly CollectedNote[]) {
    this.#parts = parts
    this.#notes = notes
    this.#opening = new Opening(parts, notes)
    const documents = notes.map(({ evidence }) => evidence.document)
    this.#text = new ReportText(parts.assembler, parts.budget, documents)
  }

  async *events(): AsyncGenerator<EngineEvent, void> {
    const { signal, ms, subs, degradation } = this.#parts
    const leaving = new AbortController()
    const deadline = AbortSignal.timeout(Math.ceil(ms))
    const inner = { ...this.#parts, signal: AbortSignal.any([signal, leaving.signal]), deadline }
    // It needs no outline, so that it is written meanwhile.
    const opening = new PassageWriter(this.#opening.passage, inner)
    const opened = opening.write()
    const begun = this.#outline(inner.signal, deadline).then(({ sections, failure }) => {
      const writers = passagesOf(sections, this.#parts).map((passage) => new PassageWriter(passage, inner))
      const works = [() => opened, ...writers.map((writer) => () => writer.write())]
      return { writers, failure, written: inTurns(works, AT_ONCE) }
    })
    const comparing = this.#compare(inner, deadline)
    // Whoever awaits them below is told of a failure; it may come while the opening is told.
    for (const each of [begun, comparing]) each.catch(() => {})
    try {
      if (!this.#opening.answers) yield* this.#tellLacking(this.#opening.lacking)
      yield* this.#tellOpening(opening, inner)
      yield* this.#tellComparison(await comparing)
      const { writers, failure } = await begun
      if (failure !== undefined) yield* degradation.note('outline', reasonOf(failure), detailOf(failure))
      for (const { passage } of writers) this.#text.note({ kind: 'text', text: passage.heading ?? '' })
      for (const writer of writers) yield* this.#tell(writer)
      yield* this.#quoteOthers()
      yield* this.#close(subs)
    } finally {
      leaving.abort(new Error('the report is left'))
      await Promise.allSettled([opened, comparing, begun.then(({ written }) => written)])
    }
  }

  async #outline(signal: AbortSignal, deadline: AbortSignal): Promise<{ sections: Section[]; failure?: unknown }> {
    const { run, use, budget, contextTokens } = this.#parts
    const most = budget.sections
    const { text } = run.question
    let failure: unknown
    if (use.ready('fast', false)) {
      try {
        const inTime = AbortSignal.any([signal, deadline])
        const sections = await outlineWithModel(text, this.#notes, { most, contextTokens }, use, inTime)
        if (sections.length > 1) return { sections }
      } catch (error) {
        signal.throwIfAborted()
        use.failed('fast', error)
        failure = error
      }
    }
    return { sections: outlineBySubQuestion(text, this.#notes, most), failure }
  }

  /** A table of what the question compares; none where it compares nothing, or the notes are of one thing alone. */
  async #compare(parts: CheckParts, deadline: AbortSignal): Promise<Comparison> {
    const { run, use, contextTokens } = this.#parts
    const { text: question, compared } = run.question
    const byThing = notesByThing(this.#notes, compared, this.#opening.passage.notes)
    if (!byThing) return { lines: [] }
    const signal = AbortSignal.any([parts.signal, deadline])
    const task = { question, compared, contextTokens }
    let failure: unknown
    if (use.ready('fast', false)) {
      try {
        // Where the model finds nothing to compare, nothing else does.
        return { lines: await comparisonLines(await compareWithModel(task, byThing, use, signal), parts) }
      } catch (error) {
        parts.signal.throwIfAborted()
        use.failed('fast', error)
        failure = error
      }
    }
    return { lines: await comparisonLines(compareBySubQuestion(task, byThing), parts), failure }
  }

  *#tellComparison({ lines, failure }: Comparison): Generator<EngineEvent> {
    const { degradation } = this.#parts
    if (failure !== undefined) yield* degradation.note('outline', reasonOf(failure), detailOf(failure))
    this.#isCompared = lines.length > 0
    if (!this.#isCompared) return
    yield* this.#text.push([{ kind: 'text', text: `${this.#text.isBegun ? '\n\n' : ''}**Side by side**\n\n` }])
    for (const { parts, whole } of lines) {
      yield* this.#text.push(parts)
      // A section does not say again what a cell quotes.
      for (const part of whole) this.#text.note(part)
    }
  }

  /**
   * Tells the first paragraph. One that does not bear on the question is asked for once more, beside the notes that do;
   * then these are quoted.
   */
  async *#tellOpening(first: PassageWriter, parts: PassageParts): AsyncGenerator<EngineEvent, void> {
    if ((yield* this.#tellWritten(first)) > 0) return
    const again = new PassageWriter(this.#opening.again, parts)
    const writing = again.write()
    const told = yield* this.#tellWritten(again)
    await writing
    // Where the model says twice that nothing answers, the sections are the answer.
    if (told === 0 && !again.abstained) yield* this.#text.quote(again.passage)
    else if (told === 0 && this.#opening.answers) yield* this.#tellLacking(notAnswered(this.#opening.told))
  }

  *#tellLacking(text: string): Generator<EngineEvent> {
    yield* this.#text.push([{ kind: 'text', text }])
  }

  async *#tell(writer: PassageWriter): AsyncGenerator<EngineEvent, void> {
    if ((yield* this.#tellWritten(writer)) === 0) yield* this.#text.quote(writer.passage)
  }

  /** Tells what was written of a passage and may be said; gives how many sentences that is. */
  async *#tellWritten(writer: PassageWriter): AsyncGenerator<EngineEvent, number> {
    const { degradation, use, signal } = this.#parts
    const { passage } = writer
    let last: Evidence | undefined
    const mayStand = (sentence: CheckedSentence) =>
      passage.heading === undefined
        ? !hangsAfter(last, sentence, this.#opening.read) && this.#opening.mayBeSaid(sentence, told === 0)
        : !hangsAfter(last, sentence)
    let told = 0
    for await (const sentence of writer.sentences.values()) {
      signal.throwIfAborted()
      if (!sentence || !mayStand(sentence) || !this.#text.isWorthSaying(sentence)) continue
      last = sentence.cited.at(-1)
      yield* this.#text.put(passage, sentence, told++)
    }
    const { failure } = writer
    if (failure !== undefined) {
      use.failed('smart', failure)
      yield* degradation.note('write', reasonOf(failure), detailOf(failure))
    }
    yield* this.#text.end()
    return told
  }

  /** Where fewer sources are cited than a reader expects, a sentence of each other one that was noted. */
  *#quoteOthers(): Generator<EngineEvent> {
    const missing = Math.max(0, this.#parts.budget.leastSources - this.#text.cited.size)
    const notes = firstOfOthers(this.#notes, this.#text.cited).slice(0, missing)
    yield* this.#text.quote({ heading: 'Other sources', others: [], words: 0, notes })
  }

  /** What sources disagree on, and what was not found, as far as there is room. */
  *#close(subs: readonly SubQuestion[]): Generator<EngineEvent> {
    const uncompared = this.#isCompared ? [] : notCompared(this.#parts.run.question)
    const missing = [...notFound(subs, this.#parts), ...uncompared].map((line): AnswerPart[] => [
      { kind: 'text', text: line },
    ])
    yield* this.#text.list('Where the sources disagree', disagreements(subs))
    yield* this.#text.list('Not found in the sources', missing)
  }
}
