import type { Evidence } from '#evidence/ledger.ts'
import type { Draft } from '#model/draft-parser.ts'
import { ModelFailure } from '#model/failure.ts'
import { withHandles } from '#model/handles.ts'
import { readDrafts } from '#model/read-drafts.ts'
import { type CheckedSentence, type CheckParts, SentenceCheck } from '#model/sentence-check.ts'
import { type Bearing, NOT_FOUND } from '#model/write-draft.ts'
import type { CollectedNote } from './collected-notes.ts'
import { PromisedQueue } from './queue.ts'
import { REPORT_RULES, type SectionTask, sectionCall } from './section-call.ts'

/** A part of a report that is written by itself. */
export interface Passage {
  /** Undefined: the opening paragraph. */
  heading: string | undefined
  others: readonly string[]
  words: number
  notes: readonly CollectedNote[]
  /** Which of them bear on the whole question, where some do so more than others. */
  bearing?: Bearing
}

export interface PassageParts extends CheckParts {
  contextTokens: number
  /** Aborted when the time for writing is over. */
  deadline: AbortSignal
}

/** How many words of a draft may be checked for each that is wanted: what runs on is left. */
const RUNS_ON = 1.6
/** A text that broke off, or was too long for the model, is asked for once more. */
const ATTEMPTS = 2
/** What is kept of notes that were too long for the model. */
const SHRUNK = 0.6

/** Has a model write a passage; its sentences are checked while it writes on. */
export class PassageWriter {
  readonly passage: Passage
  /** In order. Undefined: it may not be said. */
  readonly sentences = new PromisedQueue<CheckedSentence | undefined>()
  /** Why the model wrote less than was wanted. */
  failure: unknown
  /** The model says that the notes hold no answer. */
  abstained = false
  /** Resolves once it is written, and each sentence is checked, or is being written once more. */
  readonly almostChecked: Promise<void>
  /** Resolves once it is written and each sentence is checked. */
  readonly checked: Promise<void>
  readonly #parts: PassageParts
  readonly #check: SentenceCheck
  #shown: readonly Evidence[]
  #written = ''
  #words = 0
  readonly #almost: Promise<void>[] = []
  readonly #isAlmost = Promise.withResolvers<void>()
  readonly #checks: Promise<unknown>[] = []
  readonly #isChecked = Promise.withResolvers<void>()

  constructor(passage: Passage, parts: PassageParts) {
    this.passage = passage
    this.#parts = parts
    this.#shown = passage.notes.map(({ evidence }) => evidence)
    this.#check = new SentenceCheck(parts, { evidence: this.#shown, answered: true, rules: REPORT_RULES })
    this.almostChecked = this.#isAlmost.promise
    this.checked = this.#isChecked.promise
  }

  /** Writes; the sentences come through the queue. It does not throw. */
  async write(): Promise<void> {
    const { use, deadline } = this.#parts
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        if (!use.ready('smart', false)) this.failure ??= new ModelFailure('quota', 'is asked no more')
        else this.failure = await this.#attempt()
        if (this.failure === undefined || deadline.aborted || !this.#isWorthGoingOn()) break
      }
    } catch (error) {
      this.sentences.push(Promise.reject(error))
    } finally {
      this.sentences.end()
      void Promise.all(this.#almost).then(() => this.#isAlmost.resolve())
      void Promise.allSettled(this.#checks).then(() => this.#isChecked.resolve())
    }
  }

  async #attempt(): Promise<unknown> {
    const { use, signal, deadline, run, contextTokens } = this.#parts
    const byHandle = withHandles(this.#shown, use.models.random)
    const { heading, others, words, bearing } = this.passage
    const { text: question, form } = run.question
    const about = { question, form, heading, others, words, bearing, contextTokens }
    const task: SectionTask = { ...about, notes: byHandle, written: this.#written }
    const inTime = AbortSignal.any([signal, deadline])
    const call = { ...sectionCall(task), role: 'smart', signal: inTime, onUsage: use.onUsage('answer') } as const
    for await (const event of readDrafts(use.models.write(call))) {
      signal.throwIfAborted()
      if ('failure' in event)
        return deadline.aborted ? new ModelFailure('timeout', 'took longer than the budget') : event.failure
      if ('restart' in event) continue
      const { text, gap } = event.draft
      if (this.#written === '' && text.startsWith(NOT_FOUND)) this.abstained = true
      if (this.abstained || this.#words > RUNS_ON * words) return undefined
      this.#words += text.split(/\s+/).length
      this.#written += (this.#written === '' ? '' : gap) + text
      this.#pushChecked(event.draft, byHandle)
    }
    return undefined
  }

  #pushChecked(draft: Draft, byHandle: ReadonlyMap<string, Evidence>): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const checked = this.#check.check(draft, byHandle, resolve)
    this.#almost.push(promise)
    this.#checks.push(checked)
    checked.then(
      () => resolve(),
      () => resolve(),
    )
    this.sentences.push(checked)
  }

  #isWorthGoingOn(): boolean {
    if (!(this.failure instanceof ModelFailure)) return false
    const { reason } = this.failure
    if (reason === 'context') this.#shown = this.#shown.slice(0, Math.ceil(SHRUNK * this.#shown.length))
    return reason === 'context' || reason === 'cut' || (reason === 'timeout' && this.#written !== '')
  }
}
