import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import { detailOf, reasonOf } from '#model/failure.ts'
import type { CheckParts } from '#model/sentence-check.ts'
import { wordsOfForm } from '#model/write-draft.ts'
import type { Budget } from '../budget.ts'
import { Turns } from '../turns.ts'
import type { EngineEvent } from '../types.ts'
import type { Investigation } from './investigation.ts'
import { type Outline, outlineBySubQuestion, outlineWithModel } from './outline.ts'
import { quotedPassage } from './quote-notes.ts'
import type { Passage } from './section-call.ts'
import { SectionWriter, type WriterParts, type WrittenPassage } from './section-writer.ts'
import { NOT_ANSWERED, tellCounts, tellParts } from './tell.ts'
import { type ToldStretch, toldOf } from './told-passage.ts'

export interface ReportParts extends CheckParts {
  investigation: Investigation
  budget: Budget
  contextTokens: number
  /** Milliseconds that are left for the answer. */
  ms: number
  assembler: AnswerAssembler
  /** Told of every sentence that states something without a citation. */
  onUncited: () => void
}

/** Passages that are written at once. */
const AT_ONCE = 4
/** Words of a first paragraph, and of a section: a reader looks through a longer one. */
const OPENING_WORDS = 160
const MOST_WORDS = 600
/** How many words a section may have for each that was asked for, where the question does not say how many it wants. */
const RUNS_ON = 1.2

/**
 * Writes a report of what was noted: an opening that answers, then the sections of an outline, each written and checked by
 * itself, several side by side; they are told in the order of the report. Last comes what was not found.
 */
export async function* writeReport(parts: ReportParts): AsyncGenerator<EngineEvent, void> {
  yield* new Report(parts).events()
}

class Report {
  readonly #parts: ReportParts
  readonly #inner: WriterParts
  readonly #leaving = new AbortController()
  readonly #said = new Set<string>()
  #isBegun = false
  #uncited = 0
  #unverified = 0

  constructor(parts: ReportParts) {
    this.#parts = parts
    const { plan } = parts.investigation
    const signal = AbortSignal.any([parts.signal, this.#leaving.signal])
    this.#inner = { ...parts, signal, brief: plan.brief, deadline: AbortSignal.timeout(Math.ceil(parts.ms)) }
  }

  async *events(): AsyncGenerator<EngineEvent, void> {
    const { investigation, degradation } = this.#parts
    const { outline, failure } = await this.#outline()
    if (failure !== undefined) yield* degradation.note('outline', reasonOf(failure), detailOf(failure))
    const turns = new Turns(AT_ONCE)
    const passages = this.#passagesOf(outline)
    const writers = passages.map((passage) => new SectionWriter(passage, this.#inner))
    const written = writers.map((writer) => turns.take(() => writer.write()))
    // Whoever awaits them is told of a failure; it may come before.
    for (const each of written) each.catch(() => {})
    const empty: string[] = []
    try {
      for (const each of written) {
        const passage = await each
        if (!(yield* this.#tell(passage)) && passage.passage.heading !== undefined) empty.push(passage.passage.heading)
      }
    } finally {
      this.#leaving.abort(new Error('the report is left'))
      await Promise.allSettled(written)
    }
    yield* this.#push(tellParts(investigation, empty, this.#isBegun))
    yield* this.#push(tellCounts(this.#uncited, this.#unverified))
  }

  async #outline(): Promise<{ outline: Outline; failure?: unknown }> {
    const { investigation, run, use, budget, contextTokens, signal } = this.#parts
    const { notes, plan } = investigation
    if (plan.isShort) return { outline: { opening: notes, sections: [] } }
    let failure: unknown
    if (use.ready('fast', false)) {
      const { text: question, form } = run.question
      const task = { question, plan, form: wordsOfForm(form), most: budget.sections, contextTokens }
      try {
        const inTime = AbortSignal.any([signal, this.#inner.deadline])
        const outline = await outlineWithModel(task, notes, use, inTime)
        if (outline.opening.length > 0) return { outline }
      } catch (error) {
        signal.throwIfAborted()
        use.failed('fast', error)
        failure = error
      }
    }
    return { outline: outlineBySubQuestion(notes, budget.sections), failure }
  }

  #passagesOf({ opening, sections }: Outline): Passage[] {
    const { words: most } = this.#parts.budget
    const first = Math.min(OPENING_WORDS, Math.ceil(most / 3))
    const each = Math.min(MOST_WORDS, Math.floor((most - first) / (sections.length || 1)))
    const headings = sections.map(({ heading }) => heading)
    return [
      { heading: undefined, form: 'prose', others: [], words: first, notes: opening },
      ...sections.map(({ heading, form, notes }) => ({
        ...{ heading, form, notes, words: each },
        others: headings.filter((other) => other !== heading),
      })),
    ]
  }

  /** Tells a passage; gives whether anything of it could be told. */
  async *#tell(written: WrittenPassage): AsyncGenerator<EngineEvent, boolean> {
    const { degradation, use, run } = this.#parts
    const { passage, failure, abstained } = written
    const isOpening = passage.heading === undefined
    const words = passage.words * (run.question.form.words === undefined ? RUNS_ON : 1)
    // The opening says first what the sections tell at length.
    const told = toldOf(written, { question: run.question.text, words, said: isOpening ? undefined : this.#said })
    if (failure !== undefined) {
      use.failed('smart', failure)
      yield* degradation.note('write', reasonOf(failure), detailOf(failure))
    } else if (told.length === 0 && !abstained) {
      // What other sections said already is no failure.
      if ([...written.checked.values()].some(({ cited, wrong }) => cited.length > 0 && !wrong)) return true
      yield* degradation.note('write', 'the model cited nothing of the evidence')
    }
    if (told.length === 0 && abstained) {
      if (isOpening) yield* this.#push([{ kind: 'text', text: NOT_ANSWERED }])
      return isOpening
    }
    yield* this.#put(passage.heading, told.length > 0 ? told : quotedPassage(passage))
    return true
  }

  *#put(heading: string | undefined, told: readonly ToldStretch[]): Generator<EngineEvent> {
    const { onUncited } = this.#parts
    const head = heading === undefined ? '' : `${this.#isBegun ? '\n\n' : ''}**${heading}**\n\n`
    for (const [at, { before, parts, uncited, unverified }] of told.entries()) {
      yield* this.#push([{ kind: 'text', text: at === 0 ? head : before }, ...parts])
      this.#unverified += Number(unverified)
      this.#uncited += Number(uncited)
      if (uncited) onUncited()
    }
  }

  *#push(parts: readonly AnswerPart[]): Generator<EngineEvent> {
    for (const part of parts) {
      this.#isBegun ||= part.text !== ''
      const content = this.#parts.assembler.push(part)
      if (content !== '') yield { type: 'answer', content }
    }
  }
}
