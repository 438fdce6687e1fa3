import { askedAct } from '#depth/asked-act.ts'
import { isPageMatter } from '#depth/page-matter.ts'
import type { Subject } from '#depth/subject.ts'
import { contentTerms } from '#language/terms.ts'
import type { Compared } from '#question/compared.ts'
import type { Question } from '#question/question.ts'
import { MANY_TERMS } from './answer-worth.ts'
import type { CollectedNote } from './collected-notes.ts'
import { isOf } from './comparison.ts'
import type { RankedNote } from './opening-order.ts'
import { type OpeningPassage, OpeningPassages } from './opening-passages.ts'

/** What a report opens with: the sentences that answer best, in a row, and all that is told there. */
export interface OpeningBest {
  leading: readonly CollectedNote[]
  all: readonly CollectedNote[]
}

/** The same, and what it was chosen among, the best first. */
interface Chosen extends OpeningBest {
  able: readonly CollectedNote[]
}

/** Sentences that answer in an opening, and words that it has at most: a reader of more has read a section. */
const SENTENCES = 4
const MOST_WORDS = 150
/** From so many words on only what answers nearly as well as the best is added. */
const ENOUGH_WORDS = 60
/** How much less, as log-odds, a sentence may answer than the best ones, where words are still few, and where they are enough. */
const AS_WORTH = 3
const NEARLY = 2
/** The best ones: one alone may hold the words of the question by chance. */
const BEST = 3
/** How much less each further sentence of a source or an author counts: what each says, and not what it says next. */
const FURTHER = 0.5
/** How much less a sentence counts that is not understood without the one before. */
const NEEDS_BEFORE = 1.5
/** So many sentences of whom the question names, or of its time, make an opening from these alone. */
const FEWEST = 4
/** Years before and after a time within which something is of about that time. */
const ABOUT = 10
/** Two sentences that share this much of the terms of the shorter one are told once. */
const SAME = 0.85

/** Those of some notes that tell of the subject by themselves; all where none does. */
export function ableToOpen(
  read: readonly CollectedNote[],
  question: Question,
  subject: Subject,
): ReadonlySet<CollectedNote> {
  const isMatter = isPageMatter(question)
  const fit = read.filter(
    ({ evidence }) => subject.isToldIn(evidence.quote) && subject.isOf(evidence) && !isMatter(evidence),
  )
  return new Set(fit.length > 0 ? fit : read)
}

/** What answers the question by itself, the best first. `read`: all that was read, of which some was ranked. */
export function bestOf(
  ranked: readonly RankedNote[],
  read: readonly CollectedNote[],
  { question, subject }: { question: Question; subject: Subject },
): Chosen {
  const able = narrowed(ranked, [
    // What happened in a year is told of in others as well.
    ({ evidence }) => question.sources.some((ids) => ids.has(evidence.document.id)),
    nearTimes(question, read),
    ({ evidence }) => subject.isSoonAfter(evidence.document),
    ({ evidence }) => subject.isOfItsTime(evidence.document),
  ])
  const choice = new Choice(
    new OpeningPassages(read, (word) => subject.bearing([word]) > 0),
    able.slice(0, BEST).at(-1)?.score ?? 0,
  )
  choice.take(able)
  for (const isOfSide of sidesOf(question, subject)) {
    const isTold = choice.all.some((note) => isOfSide(note))
    if (!isTold) choice.take(able.filter(({ note }) => isOfSide(note)))
  }
  while (choice.size < SENTENCES && choice.take(able));
  return { leading: choice.leading, all: choice.all, able: able.map(({ note }) => note) }
}

/** Those of some notes of which each thing is true that is true of enough of them. */
function narrowed(
  some: readonly RankedNote[],
  tests: readonly ((note: CollectedNote) => boolean)[],
): readonly RankedNote[] {
  return tests.reduce((left, isTrue) => {
    const kept = left.filter(({ note }) => isTrue(note))
    return kept.length >= FEWEST ? kept : left
  }, some)
}

/** Whether a note is of about the times that a question names, "by the 1830s" or "around 1900"; always where it names none. */
function nearTimes({ dated }: Question, read: readonly CollectedNote[]): (note: CollectedNote) => boolean {
  const years = read.flatMap(({ evidence }) =>
    dated.has(evidence.document.id) && evidence.document.year !== undefined ? [evidence.document.year] : [],
  )
  const [from, to] = [Math.min(...years) - ABOUT, Math.max(...years) + ABOUT]
  return ({ evidence: { document } }) =>
    years.length === 0 || (document.year !== undefined && document.year >= from && document.year <= to)
}

/** Of each thing or name that a question sets beside others, or each thing that it asks for, whether a note is of it. */
function sidesOf(question: Question, subject: Subject): ((note: CollectedNote) => boolean)[] {
  const { compared, terms } = question
  const { each = [] } = (terms.length < MANY_TERMS && askedAct(question)) || {}
  if (each.length > 1)
    return each.map(
      (toldIn) =>
        ({ evidence }) =>
          toldIn(evidence.quote),
    )
  if (compared.length > 1) return sidesCompared(question)
  const leavesOut = (name: string, quote: string) => subject.namesLeftOut([quote]).includes(name)
  return subject.namesLeftOut([]).map(
    (name) =>
      ({ evidence }) =>
        !leavesOut(name, evidence.quote),
  )
}

/** Where what is set beside something ends, and that begins: "compare with", "differ from". English. */
const SET_BESIDE = /\b(?:(?:compared?|contrast(?:ed)?) (?:with|to)|differ(?:s|ed|ent)? from|versus|vs\.?|than)\b/iu

/**
 * Of each side of a comparison, whether a note is of it alone: what names both sides tells of neither in particular. Where it
 * is not said which names stand on one side, "A's troubles under B", each is one.
 */
function sidesCompared({ compared, text }: Question): ((note: CollectedNote) => boolean)[] {
  const at = SET_BESIDE.exec(text)?.index ?? 0
  const sides = [
    compared.filter(({ name }) => text.indexOf(name) < at),
    compared.filter(({ name }) => text.indexOf(name) >= at),
  ]
  const isOfAny = (note: CollectedNote, things: readonly Compared[]) => things.some((thing) => isOf(note, thing))
  if (sides.some(({ length }) => length === 0)) return compared.map(ofOwner)
  return sides.map((own) => {
    const others = compared.filter((thing) => !own.includes(thing))
    return (note) => isOfAny(note, own) && !isOfAny(note, others)
  })
}

/** Whether a note is of a thing; of "the defence's stories about Olsen" where it writes whose they are: few write all of it. */
function ofOwner(thing: Compared): (note: CollectedNote) => boolean {
  const owner = thing.documents.size > 0 ? undefined : /^(.+?)['’]s /u.exec(thing.name)?.[1]
  if (owner === undefined) return (note) => isOf(note, thing)
  const wanted = contentTerms(owner)
  return ({ evidence }) => wanted.isSubsetOf(contentTerms(evidence.quote))
}

/** What is chosen so far. */
class Choice implements OpeningBest {
  readonly leading: CollectedNote[] = []
  readonly all: CollectedNote[] = []
  readonly #passages: OpeningPassages
  readonly #taken: OpeningPassage[] = []
  readonly #good: number
  #words = 0

  /** `good`: the score of what answers well. */
  constructor(passages: OpeningPassages, good: number) {
    this.#passages = passages
    this.#good = good
  }

  get size(): number {
    return this.#taken.length
  }

  /** Takes the best of some notes, the best first, that tells nothing again; whether there is one that is worth its words. */
  take(able: readonly RankedNote[]): boolean {
    const best = this.#best(able)
    if (!best) return false
    const isFirst = this.size === 0
    const goesOn =
      this.leading.at(-1) !== undefined &&
      this.#goesOn(best.anchor) &&
      this.leading.at(-1) === this.#passages.before(best.anchor.note)
    this.#taken.push(best)
    this.#words += best.words
    this.all.push(...best.notes)
    if (isFirst || goesOn) this.leading.push(...best.notes)
    return true
  }

  #best(able: readonly RankedNote[]): OpeningPassage | undefined {
    const [first] = this.#taken
    const good = Math.min(this.#good, first?.anchor.score ?? this.#good)
    const least = first ? good - (this.#words < ENOUGH_WORDS ? AS_WORTH : NEARLY) : Number.NEGATIVE_INFINITY
    let best: { passage: OpeningPassage; score: number } | undefined
    for (const one of able) {
      // The notes are ranked: what follows is no better.
      if (one.score < Math.max(least, best?.score ?? least)) break
      const own = this.#scoreOf(one)
      if (own < least || (best && own <= best.score) || this.all.some((other) => isNearlySame(one.note, other)))
        continue
      const passage = this.#passages.behind(one, this.all)
      if (!passage || passage.notes.some((note) => this.all.includes(note))) continue
      const score = own - NEEDS_BEFORE * (passage.notes.length - 1)
      if (score < least || (best && score <= best.score)) continue
      if (this.#words + passage.words <= MOST_WORDS || !first) best = { passage, score }
    }
    return best?.passage
  }

  #scoreOf(one: RankedNote): number {
    if (this.#goesOn(one)) return one.score
    const owners = ownersOf(one.note)
    const again = this.#taken.filter(({ anchor }) => ownersOf(anchor.note).some((owner) => owners.includes(owner)))
    return one.score - FURTHER * again.length
  }

  /** Whether it stands right behind something that is told. */
  #goesOn(one: RankedNote): boolean {
    const isNear = this.all.some(({ evidence }) => evidence.document.id === one.note.evidence.document.id)
    const before = isNear ? this.#passages.before(one.note) : undefined
    return before !== undefined && this.all.includes(before)
  }
}

/** A document and who wrote it: what one person said in several places is the view of one. */
function ownersOf({ evidence: { document } }: CollectedNote): string[] {
  return [document.id, ...(document.authors ?? [])]
}

/** Whether two sentences share most of their terms: what two reports of one source have from it. */
function isNearlySame({ evidence: one }: CollectedNote, { evidence: other }: CollectedNote): boolean {
  const fewer = Math.min(one.terms.size, other.terms.size)
  return fewer > 0 && one.terms.intersection(other.terms).size >= SAME * fewer
}
