import type { InvestigationParts } from './investigation-parts.ts'
import type { NotesOnSubject } from './notes-on-subject.ts'
import { type Review, review } from './review.ts'
import type { SubQuestion } from './sub-question.ts'

/** What a review found, or why it found nothing. */
interface Reviewed {
  found?: Review
  failure?: unknown
}

/** What two reviews do not miss is rarely missing: each takes a call, and a round of looking into what it asks for. */
const MOST_REVIEWS = 2

type Parts = Pick<InvestigationParts, 'run' | 'budget' | 'use' | 'signal'>

/** Asks a model, beside what is being looked into, whether anything else has to be found out. */
export class Reflection {
  readonly #parts: Parts
  readonly #subs: readonly SubQuestion[]
  readonly #about: Pick<NotesOnSubject, 'notes'>
  #reviewing: Promise<Reviewed> | undefined
  /** Sentences on the subject that were noted when the last review began. */
  #reviewed = -1
  #reviews = 0

  constructor(parts: Parts, subs: readonly SubQuestion[], about: Pick<NotesOnSubject, 'notes'>) {
    this.#parts = parts
    this.#subs = subs
    this.#about = about
  }

  /** How many sub-questions may be added. */
  get room(): number {
    const { subQuestions } = this.#parts.budget
    return Math.max(0, subQuestions + Math.ceil(subQuestions / 2) - this.#subs.length + 1)
  }

  /** Whether a review is worth its call, if there is anything new for it. */
  get mayBegin(): boolean {
    const isSettled = this.#subs.every(({ state }) => state === 'answered')
    return !isSettled && this.#reviews < MOST_REVIEWS && this.room > 0 && this.#parts.use.ready('fast', true)
  }

  /** Whether more is noted on the subject than the last review was shown. */
  get hasNews(): boolean {
    return this.#noted > this.#reviewed
  }

  /** Whether a review was begun of which nobody has been told. */
  get isUnderWay(): boolean {
    return this.#reviewing !== undefined
  }

  begin(): void {
    this.#reviews += 1
    this.#reviewed = this.#noted
    this.#reviewing = this.#review()
  }

  /** What the review found that is under way. */
  async found(): Promise<Reviewed> {
    const reviewing = this.#reviewing
    this.#reviewing = undefined
    return (await reviewing) ?? {}
  }

  get #noted(): number {
    return new Set(this.#about.notes().map(({ document, start }) => `${document.id} ${start}`)).size
  }

  async #review(): Promise<Reviewed> {
    const { run, use, signal } = this.#parts
    try {
      return { found: await review(run.question.text, this.#subs, use, signal) }
    } catch (failure) {
      return { failure }
    }
  }
}
