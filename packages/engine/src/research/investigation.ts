import { setImmediate as turn } from 'node:timers/promises'
import type { Language } from '#language/language.ts'
import { createReaders, type Reader } from '#language/reader.ts'
import { detailOf, reasonOf } from '#model/failure.ts'
import { withHandles } from '#model/handles.ts'
import { QUERIES_AN_ITERATION } from '../budget.ts'
import { pursue } from '../pursue.ts'
import { Turns } from '../turns.ts'
import type { EngineEvent, Query } from '../types.ts'
import { allot } from './finds.ts'
import type { ResearchPlan } from './plan.ts'
import type { ResearchParts } from './research-parts.ts'
import { reviewNotes } from './review.ts'
import { MOST_VISITS, type Note, type PlannedQuestion, SubQuestion } from './sub-question.ts'
import { roomForParagraphs, takeNotes } from './take-notes.ts'
import { type End, tellEnd, tellFurther, tellResearchPlan, tellRound, tellState } from './tell.ts'

/** Documents read for a query of a sub-question. */
const READ = 6
/** Sub-questions that are looked into side by side: more would ask a provider for too much at once. */
const AT_ONCE = 4
/** What two reviews do not miss is rarely missing: each takes a call, and a round of looking into what it asks for. */
const MOST_REVIEWS = 2

/** Looks into the parts of a question, several side by side, and has notes taken of what is found. */
export class Investigation {
  readonly plan: ResearchPlan
  readonly subs: SubQuestion[] = []
  /** How many iterations it took so far. */
  made = 0
  /** Whether a model looked at what was found. */
  isRead = false
  readonly #parts: ResearchParts
  /** The places of sentences that a model was shown. */
  readonly #shown = new Set<string>()
  readonly #turns = new Turns(AT_ONCE)
  readonly #readerOf: (language: Language) => Reader
  #looks = 0
  #reviews = 0
  /** UTF-16 units of paragraphs that a look shows. */
  #room = 0

  constructor(plan: ResearchPlan, parts: ResearchParts) {
    this.plan = plan
    this.#parts = parts
    // What is read for the whole question is read for its parts.
    const { language, goal } = parts.run.question
    const others = createReaders()
    this.#readerOf = (wanted) => (wanted === language ? goal : others(wanted))
    this.#add(plan.questions)
  }

  /** Each paragraph once, by sub-question. */
  get notes(): Note[] {
    const seen = new Set<unknown>()
    const all = this.subs.flatMap(({ notes }) => notes)
    return all.filter(({ paragraph }) => !seen.has(paragraph) && seen.add(paragraph))
  }

  /** Whether a model found that the notes answer all, or a part, of what was asked. */
  get isAnswered(): boolean {
    return this.subs.some(({ state }) => state === 'answered' || state === 'contradicted')
  }

  /** `iterations`: how many were made before. */
  async *events(iterations: number): AsyncGenerator<EngineEvent, void> {
    yield { type: 'thinking', content: tellResearchPlan(this.plan.brief, this.subs) }
    for (let end: End | undefined; end === undefined; ) {
      this.#shareTokens()
      const looked: SubQuestion[] = []
      let over = this.#over(iterations)
      // All that was found is given out together, so that each part gets what is nearest to it.
      for (let next = this.#next(looked); next.length > 0 && !over; next = this.#next(looked)) {
        this.made += 1
        yield* this.#look(next, iterations + this.made)
        looked.push(...next)
        over = this.#over(iterations)
      }
      if (looked.length > 0) yield* this.#note(looked)
      else end = over ?? (yield* this.#review())
      if (end) yield { type: 'thinking', content: tellEnd(end) }
    }
  }

  #add(questions: readonly PlannedQuestion[]): SubQuestion[] {
    const isKnown = (text: string) => this.subs.some((sub) => sub.text.toLowerCase() === text.toLowerCase())
    const added: SubQuestion[] = []
    for (const planned of questions) {
      if (isKnown(planned.text)) continue
      const sub = new SubQuestion(planned, this.#parts.collection, this.#readerOf)
      this.subs.push(sub)
      added.push(sub)
    }
    return added
  }

  /** The sub-questions to look into next: those that nobody looked into first, then those of which more may be found. */
  #next(looked: readonly SubQuestion[]): SubQuestion[] {
    const may = (sub: SubQuestion) =>
      sub.isUnsettled && sub.visits < MOST_VISITS && (sub.frontier.size > 0 || sub.finds.size > 0)
    const worth = this.subs.filter((sub) => may(sub) && !looked.includes(sub))
    const fresh = worth.filter(({ visits }) => visits === 0)
    const chosen = fresh.length > 0 || looked.some(({ visits }) => visits === 1) ? fresh : worth
    return chosen.slice(0, Math.min(AT_ONCE, this.#parts.budget.looks - this.#looks))
  }

  /** Looks into sub-questions side by side: pages first, then what there is. */
  async *#look(subs: readonly SubQuestion[], iteration: number): AsyncGenerator<EngineEvent, void> {
    const { run, collection, calls, signal, gather } = this.#parts
    yield { type: 'thinking', content: tellRound(iteration, subs) }
    const asked = subs.map((sub) => ({ sub, queries: sub.frontier.take(QUERIES_AN_ITERATION) }))
    const all: Query[] = asked.flatMap(({ queries }) => queries)
    yield* gather(all, iteration)
    for (const { sub, queries } of asked) {
      sub.visits += 1
      this.#looks += 1
      for (const query of queries) {
        signal.throwIfAborted()
        sub.finds.add(yield* pursue(query, { run, collection, calls, iteration, most: READ }))
        await turn()
      }
    }
  }

  /** Has notes taken of what was found, several at once, and writes them down in the order of the sub-questions. */
  async *#note(subs: readonly SubQuestion[]): AsyncGenerator<EngineEvent, void> {
    const { run, use, signal } = this.#parts
    const finds = subs.map((sub) => sub.finds)
    const given = allot(finds, this.#room, this.#shown, this.#parts)
    const takings = subs.map((sub, at) => {
      const shown = withHandles(given[at] ?? [], use.models.random)
      const task = { question: run.question.text, sub, subs: this.subs, shown }
      return { sub, noted: this.#turns.take(() => takeNotes(task, use, signal)) }
    })
    for (const { sub, noted } of takings) {
      const { notes, state, queries, failure } = await noted
      if (failure !== undefined) yield* this.#tellFailure('note', failure)
      else this.isRead = true
      for (const { paragraph, shows, sub: of } of notes) of.note(paragraph, shows)
      sub.state = state
      sub.search(queries)
    }
    // A note that was taken for another part belongs to what is known of that.
    for (const sub of subs) {
      if (sub.state === 'not_found' && sub.notes.length > 0) sub.state = 'thin'
      yield { type: 'thinking', content: tellState(sub) }
    }
  }

  /** Asks whether anything else has to be found out; gives why not. */
  async *#review(): AsyncGenerator<EngineEvent, End | undefined> {
    const { run, budget, use, signal } = this.#parts
    const room = Math.ceil(1.5 * budget.subQuestions) - this.subs.length
    const mayLook = room > 0 && this.#looks < budget.looks
    if (this.plan.isShort && this.isAnswered) return 'settled'
    if (!mayLook) return this.#looks < budget.looks ? 'settled' : 'looks'
    if (this.#reviews >= MOST_REVIEWS || !use.ready('fast', true)) return 'settled'
    this.#reviews += 1
    try {
      const about = { question: run.question.text, brief: this.plan.brief }
      const { done, further } = await reviewNotes(about, this.subs, use, signal)
      if (done) return 'satisfied'
      const added = this.#add(further.slice(0, room))
      if (added.length === 0) return 'settled'
      yield { type: 'thinking', content: tellFurther(added) }
      return undefined
    } catch (error) {
      yield* this.#tellFailure('reflect', error)
      return 'settled'
    }
  }

  *#tellFailure(step: 'note' | 'reflect', error: unknown): Generator<EngineEvent> {
    const { use, degradation, signal } = this.#parts
    // What was not asked for want of time is no failure of a model.
    if (signal.aborted) return
    use.failed('fast', error)
    yield* degradation.note(step, reasonOf(error), detailOf(error))
  }

  #shareTokens(): void {
    const { contextTokens, spending, budget } = this.#parts
    const share = Math.floor(spending.left('tokens', true) / Math.max(1, budget.looks - this.#looks))
    this.#room = roomForParagraphs(Math.min(contextTokens, Math.max(share, LEAST_OF_LOOK)))
  }

  #over(iterations: number): End | undefined {
    const { signal, spending, budget } = this.#parts
    if (signal.aborted || spending.reached(true) !== undefined) return 'budget'
    return iterations + this.made >= budget.maxIterations ? 'max_iterations' : undefined
  }
}

/** Tokens of a look that is worth its call. */
const LEAST_OF_LOOK = 5_000
