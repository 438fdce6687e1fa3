import { setImmediate as turn } from 'node:timers/promises'
import { PART_WEIGHT } from '#evidence/queries.ts'
import { addExpansions } from '#evidence/score-finding.ts'
import type { Language } from '#language/language.ts'
import { createReaders, type Reader } from '#language/reader.ts'
import { weighQuestion } from '#question/weigh-question.ts'
import { QUERIES_AN_ITERATION } from '../budget.ts'
import { pursue } from '../pursue.ts'
import type { EngineEvent, Query } from '../types.ts'
import { eachCompared } from './each-compared.ts'
import { areSatisfied } from './findings.ts'
import type { InvestigationParts } from './investigation-parts.ts'
import { NoteTaker } from './note-taker.ts'
import { NotesOnSubject } from './notes-on-subject.ts'
import { AT_ONCE } from './notes-under-way.ts'
import { planSubQuestions, type ResearchPlan } from './plan-sub-questions.ts'
import { Reflection } from './reflection.ts'
import { sent } from './sent.ts'
import { asksSomething, MOST_VISITS, type PlannedQuestion, SubQuestion } from './sub-question.ts'
import { Subject } from './subject.ts'
import { queriesInTime, searchFor, searchForHeld } from './subject-queries.ts'
import { type End, tellEnd, tellFurther, tellResearchPlan, tellRound } from './tell.ts'
import { tellFailure } from './tell-failure.ts'

/** Documents read for a query of a sub-question. */
const READ = 6

/** Looks into the parts of a question, each by itself, several side by side, and takes notes of what it finds. */
export class Investigation {
  /** The question as a whole, into which the loop has looked, then its parts. */
  readonly subs: SubQuestion[]
  /** How many iterations it took so far. */
  made = 0
  #isSatisfied = false
  readonly #whole: SubQuestion
  readonly #parts: InvestigationParts
  readonly #seen = new Set<string>()
  /** What the question is about. */
  readonly subject: Subject
  /** Which notes are on it. */
  readonly about: NotesOnSubject
  /** What is read for the whole question is read for its parts. */
  readonly #readerOf: (language: Language) => Reader
  readonly #notes: NoteTaker
  readonly #reflection: Reflection
  /** How the last review ended it, if it asked for nothing more. */
  #reviewed: End | undefined
  /** Whether it was searched for the subject alone. */
  #isFurther = false

  constructor(parts: InvestigationParts) {
    const { run } = parts
    this.#parts = parts
    const { language, goal } = run.question
    this.subject = new Subject(run.question)
    const others = createReaders()
    this.#readerOf = (wanted) => (wanted === language ? goal : others(wanted))
    this.#whole = new SubQuestion(run.question.text, '', run)
    this.#whole.visits = 1
    this.subs = [this.#whole]
    this.about = new NotesOnSubject({ ...parts, subject: this.subject, subs: this.subs })
    this.#notes = new NoteTaker(parts, { subject: this.subject, about: this.about, subs: this.subs })
    this.#reflection = new Reflection(parts, this.subs, this.about)
  }

  /** Whether a model found that the notes answer the question, or most of its parts. */
  get satisfied(): boolean {
    return this.#isSatisfied || areSatisfied(this.subs)
  }

  /** `iterations`: how many were made before. */
  async *events(iterations: number): AsyncGenerator<EngineEvent, void> {
    yield* this.#plan()
    // Where nothing was planned, the question as a whole is all that notes are taken for.
    if (this.subs.length === 1) return yield* this.#notes.takeOfOthers()
    const { maxIterations } = this.#parts.budget
    for (let end: End | undefined; end === undefined; ) {
      if (this.#isQuiet) this.#notes.shareTokens()
      end = this.#overBudget() ?? (iterations + this.made >= maxIterations ? 'max_iterations' : undefined)
      const next = end ? [] : this.#next()
      if (next.length > 0) {
        this.made += 1
        yield* this.#look(next, iterations + this.made)
      } else if (this.#notes.underWay.length > 0) {
        // What a look brings is only known to bring nothing new once nothing else is under way.
        if (end === undefined && this.#isReviewedNow) {
          this.#reflection.begin()
          if (!this.#notes.underWay.includes(this.#whole)) yield* this.#lookFurther(iterations)
        }
        const isOver = end !== undefined
        end = undefined
        yield* this.#notes.writeNext()
        const isLast = this.#notes.underWay.length === 0 && this.#next().length === 0
        const isRepeated = this.#isRepeated()
        // What a review asks for is looked into beside what is looked into again.
        if (this.#reflection.isUnderWay) {
          if (!isOver && !this.#isMostAnswered) this.#reviewed = yield* this.#takeReview()
        } else if (isRepeated && isLast) end = 'repeated'
      } else end ??= yield* this.#review(iterations)
      if (end && end !== 'budget' && end !== 'max_iterations') yield* this.#lookFurtherAtLast(iterations)
      if (end && end !== 'budget') yield* this.#notes.takeOfOthers()
      if (end) yield { type: 'thinking', content: tellEnd(end) }
    }
  }

  /** Plans, and takes notes of what the loop found meanwhile. */
  async *#plan(): AsyncGenerator<EngineEvent, void> {
    const { run, budget, signal, use } = this.#parts
    const { parts } = run.question
    const ofQuestion = parts.length > 1 ? parts.map(({ text }) => ({ text, answeredBy: '', queries: [] })) : []
    let failure: unknown
    const ask = () => planSubQuestions(run, budget.subQuestions, use, signal)
    // Without a plan nothing is looked into, so that it is worth asking for twice.
    const planning = ask()
      .catch((error: unknown) => (use.ready('fast', true) ? ask() : Promise.reject(error)))
      .catch((error: unknown) => {
        failure = error
        return undefined
      })
    this.#notes.shareTokens()
    const noting = this.#notes.of(this.#whole)
    await sent()
    this.#parts.meanwhile()
    const planned = await planning
    const noted = await noting
    if (failure !== undefined) yield* tellFailure(this.#parts, 'plan', failure)
    const plan: ResearchPlan = planned?.questions.length ? planned : { brief: '', questions: ofQuestion }
    this.#add([...eachCompared(run.question, plan.questions), ...plan.questions].slice(0, budget.subQuestions))
    if (this.subs.length > 1) yield { type: 'thinking', content: tellResearchPlan(plan.brief, this.subs.slice(1)) }
    yield* this.#notes.write(this.#whole, noted)
  }

  #add(questions: readonly PlannedQuestion[]): void {
    const { collection, run } = this.#parts
    const isKnown = (text: string) => this.subs.some((sub) => sub.text.toLowerCase() === text.toLowerCase())
    for (const planned of questions) {
      if (isKnown(planned.text) || !asksSomething(planned.text, run.question.language)) continue
      const sub = SubQuestion.planned(planned, collection, this.#readerOf)
      // "Who is affected?" means nothing to a search by itself.
      if (!this.subject.isAskedIn(planned.text)) sub.search([`${searchFor(this.subject)} ${planned.text}`])
      sub.run.frontier.add(queriesInTime(this.subject, sub.run.question))
      this.subs.push(sub)
    }
  }

  /** The sub-questions to look into next: those that nobody looked into first, and again those for which there is room. */
  #next(): SubQuestion[] {
    const underWay = this.#notes.underWay
    const may = (sub: SubQuestion) => sub.isUnsettled && sub.visits < MOST_VISITS && sub.run.frontier.size > 0
    const worth = this.subs.filter((sub) => may(sub) && !underWay.includes(sub))
    const fresh = worth.filter(({ visits }) => visits === 0).slice(0, AT_ONCE)
    const again = worth.filter(({ visits }) => visits > 0)
    return [...fresh, ...again.slice(0, Math.max(0, AT_ONCE - underWay.length - fresh.length))]
  }

  /** Looks into sub-questions side by side; notes are taken of what is found while others are looked into. */
  async *#look(subs: readonly SubQuestion[], iteration: number): AsyncGenerator<EngineEvent, void> {
    const { collection, signal, gather } = this.#parts
    yield { type: 'thinking', content: tellRound(iteration, subs) }
    const asked = subs.map((sub) => ({ sub, queries: sub.run.frontier.take(QUERIES_AN_ITERATION) }))
    const all = asked.flatMap(({ queries }) => queries)
    yield* gather(all, iteration)
    for (const { sub, queries } of asked) {
      sub.visits += 1
      weighQuestion(sub.run.question, collection.library)
      for (const query of queries) {
        signal.throwIfAborted()
        yield* this.#pursue(sub, query, iteration)
        await turn()
      }
      addExpansions(sub.run, collection)
    }
    this.#notes.begin(subs)
  }

  #pursue(sub: SubQuestion, query: Query, iteration: number): Generator<EngineEvent> {
    const { run, collection, calls } = this.#parts
    const ofPart = { ...query, weight: PART_WEIGHT * query.weight, ...(query.purpose === 'question' && PART) }
    const ofWhole = { run, query: sub.run === run ? query : ofPart }
    const readers = sub.run === run ? [ofWhole] : [{ run: sub.run, query }, ofWhole]
    return pursue(query, readers, { collection, calls, iteration, most: READ })
  }

  /**
   * Where the notes on all of the subject are few, searches once for the subject alone, since words that only ask hide
   * documents, and for each of the things that the question asks about apart.
   */
  async *#lookFurther(iterations: number): AsyncGenerator<EngineEvent, void> {
    if (this.#isFurther) return
    this.#isFurther = true
    if (this.about.notes().length === 0 || this.about.carryReport()) return
    const apart = this.about.sides.written
    const alone = apart.length > 0 ? apart : [searchFor(this.subject)]
    this.#whole.search([...alone, ...searchForHeld(this.subject, this.about.told())])
    if (this.#whole.run.frontier.size === 0) return
    this.made += 1
    yield* this.#look([this.#whole], iterations + this.made)
  }

  async *#lookFurtherAtLast(iterations: number): AsyncGenerator<EngineEvent, void> {
    yield* this.#lookFurther(iterations)
    if (this.#notes.underWay.length > 0) yield* this.#notes.writeNext()
  }

  /** Whether the last look left everything as it had been before some look. */
  #isRepeated(): boolean {
    const state = this.subs.map(({ state, notes, visits }) => `${visits > 0} ${state} ${notes.length}`).join('|')
    if (this.#seen.has(state)) return true
    this.#seen.add(state)
    return false
  }

  /** Whether no call is under way. */
  get #isQuiet(): boolean {
    return this.#notes.underWay.length === 0 && !this.#reflection.isUnderWay
  }

  /** Whether a review may tell what no part asks yet without waiting for what is looked into again. */
  get #isReviewedNow(): boolean {
    const areLast = this.#notes.underWay.every(({ visits }) => visits >= MOST_VISITS)
    return areLast && !this.#reflection.isUnderWay && this.#mayBeReviewed
  }

  get #mayBeReviewed(): boolean {
    return this.#reviewed === undefined && this.#reflection.mayBegin && this.#reflection.hasNews
  }

  get #isMostAnswered(): boolean {
    const answered = this.subs.filter(({ told, state }) => told && state === 'answered')
    return areSatisfied(this.subs) && 2 * answered.length >= this.subs.length
  }

  /** Asks whether anything else has to be found out; gives why not. */
  async *#review(iterations: number): AsyncGenerator<EngineEvent, End | undefined> {
    if (!this.#reflection.isUnderWay) {
      if (this.#reviewed) return this.#reviewed
      if (!this.#reflection.mayBegin) return 'settled'
      if (!this.#reflection.hasNews) return 'repeated'
      this.#reflection.begin()
    }
    // A review rarely asks for more then: what comes after it is done meanwhile.
    if (this.#isMostAnswered) {
      yield* this.#lookFurtherAtLast(iterations)
      yield* this.#notes.takeOfOthers()
      this.#parts.begin()
    }
    return yield* this.#takeReview()
  }

  /** Adds what the review that is under way asks for; gives why it asks for nothing. */
  async *#takeReview(): AsyncGenerator<EngineEvent, End | undefined> {
    const { found, failure } = await this.#reflection.found()
    if (!found) {
      yield* tellFailure(this.#parts, 'reflect', failure)
      return 'settled'
    }
    this.#isSatisfied = found.done
    if (found.done) return 'satisfied'
    const before = this.subs.length
    this.#add(found.further.slice(0, this.#reflection.room))
    const added = this.subs.slice(before)
    if (added.length === 0) return 'settled'
    await this.#parts.leave()
    yield { type: 'thinking', content: tellFurther(added) }
    return undefined
  }

  #overBudget(): 'budget' | undefined {
    const { signal, spending } = this.#parts
    return signal.aborted || spending.reached(true) !== undefined ? 'budget' : undefined
  }
}

/** What the whole of a sub-question is for the whole question. */
const PART = { purpose: 'part' } as const
