import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import type { SubQuestion } from '#depth/sub-question.ts'
import { detailOf, reasonOf } from '#model/failure.ts'
import type { CheckedSentence } from '#model/sentence-check.ts'
import type { EngineEvent } from '../types.ts'
import type { BegunReport, Opened, ReportParts } from './begin-report.ts'
import { disagreements, notCompared, notFound } from './closing.ts'
import type { CollectedNote } from './collected-notes.ts'
import { hangsAfter } from './hangs-after.ts'
import { notAnswered } from './not-answered.ts'
import type { Opening } from './opening.ts'
import { firstOfOthers } from './quoted-sentence.ts'
import { ReportText } from './report-text.ts'
import { type PassageParts, PassageWriter } from './write-section.ts'

/**
 * Tells a report: the answer first, then sections, each by itself from its own notes, several side by side; their sentences
 * are told in the order of the report as soon as they are checked.
 */
export async function* tellReport(begun: BegunReport, assembler: AnswerAssembler): AsyncGenerator<EngineEvent, void> {
  try {
    yield* new Report(begun, await begun.opened, assembler).events()
  } finally {
    await begun.leave()
  }
}

/** Undefined: it may not be said. */
type Sentences = AsyncIterable<CheckedSentence | undefined> | readonly (CheckedSentence | undefined)[]

class Report {
  readonly #begun: BegunReport
  readonly #opened: Opened
  readonly #parts: ReportParts
  readonly #notes: readonly CollectedNote[]
  readonly #opening: Opening
  readonly #text: ReportText
  #isCompared = false

  constructor(begun: BegunReport, opened: Opened, assembler: AnswerAssembler) {
    this.#begun = begun
    this.#opened = opened
    this.#parts = begun.parts
    this.#notes = begun.notes
    this.#opening = opened.opening
    const documents = begun.notes.map(({ evidence }) => evidence.document)
    this.#text = new ReportText(assembler, begun.parts.budget, documents)
  }

  async *events(): AsyncGenerator<EngineEvent, void> {
    const { subs, degradation } = this.#parts
    const { first, comparing } = this.#opened
    const { inner, outlined } = this.#begun
    yield* this.#tellOpening(first, inner)
    yield* this.#tellComparison(await comparing)
    const { writers, failure } = await outlined
    if (failure !== undefined) yield* degradation.note('outline', reasonOf(failure), detailOf(failure))
    for (const { passage } of writers) this.#text.note({ kind: 'text', text: passage.heading ?? '' })
    for (const writer of writers) yield* this.#tell(writer)
    yield* this.#quoteOthers()
    yield* this.#close(subs)
  }

  *#tellComparison({ lines, failure }: Awaited<Opened['comparing']>): Generator<EngineEvent> {
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
   * Tells the first paragraph. One of which nothing may be told is asked for once more, beside the best notes;
   * then these are quoted.
   */
  async *#tellOpening(first: PassageWriter, parts: PassageParts): AsyncGenerator<EngineEvent, void> {
    let sentences: Sentences = first.sentences.values()
    if (!this.#opening.answers) {
      // What is told before it depends on whether it answers.
      const written: (CheckedSentence | undefined)[] = []
      for await (const sentence of sentences) written.push(sentence)
      sentences = written
      if (!this.#opening.isAnsweredBy(written.filter((one) => one !== undefined)))
        yield* this.#tellLacking(this.#opening.lacking)
    }
    if ((yield* this.#tellWritten(first, sentences)) > 0) return
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
    // Where the model says that the notes hold nothing, there is nothing to be quoted of them.
    if ((yield* this.#tellWritten(writer)) === 0 && !writer.abstained) yield* this.#text.quote(writer.passage)
  }

  /** Tells what was written of a passage and may be said; gives how many sentences that is. */
  async *#tellWritten(
    writer: PassageWriter,
    sentences: Sentences = writer.sentences.values(),
  ): AsyncGenerator<EngineEvent, number> {
    const { degradation, use, signal } = this.#parts
    const { passage } = writer
    let last: CheckedSentence | undefined
    let isRightBefore = false
    const mayStand = (sentence: CheckedSentence) =>
      passage.heading === undefined
        ? !hangsAfter({ last, isRightBefore }, sentence, this.#opening.read) &&
          this.#opening.mayBeSaid(sentence, told === 0)
        : !hangsAfter({ last, isRightBefore }, sentence)
    let told = 0
    for await (const sentence of sentences) {
      signal.throwIfAborted()
      const isTold = sentence !== undefined && mayStand(sentence) && this.#text.isWorthSaying(sentence)
      if (isTold) yield* this.#text.put(passage, sentence, told++)
      if (isTold) last = sentence
      isRightBefore = isTold
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
