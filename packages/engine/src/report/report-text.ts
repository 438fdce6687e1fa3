import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import { wordsIn } from '#language/words-in.ts'
import type { CheckedSentence } from '#model/sentence-check.ts'
import type { Budget } from '../budget.ts'
import type { EngineEvent, SourceDocument } from '../types.ts'
import { quotedSentence, sourceOf } from './quoted-sentence.ts'
import { Said } from './repeats.ts'
import { SourceMarks } from './source-marks.ts'
import type { Passage } from './write-section.ts'

/** Sentences that make a paragraph. */
const PARAGRAPH = 5
/** More than one claim of so many that is not borne out for certain makes a report that nobody can rely on. */
const MOST_UNVERIFIED = 0.04
/** Words of a mark that tells who says a sentence, and when. */
const LONGEST_MARK = 12
/** Sentences quoted where a model wrote nothing of the first paragraph. */
const QUOTED = 5

/** The text of a report as it is told: what it has said, how long it is, and whose words stand in the paragraph. */
export class ReportText {
  readonly #assembler: AnswerAssembler
  readonly #budget: Pick<Budget, 'words'>
  readonly #said = new Said()
  readonly #marks: SourceMarks
  #words = 0
  /** Claims that models wrote and that stand, and those of them that their sources do not bear out for certain. */
  #claims = 0
  #unverified = 0
  #isBegun = false
  readonly #cited = new Set<string>()
  /** What stands over the passage that was told last. */
  #heading: string | undefined
  /** Sentences of the paragraph that is being told, and the source of the last. */
  #inParagraph = 0
  #source: string | undefined

  /** `documents`: all that it is written from. */
  constructor(assembler: AnswerAssembler, budget: Pick<Budget, 'words'>, documents: Iterable<SourceDocument>) {
    this.#assembler = assembler
    this.#budget = budget
    this.#marks = new SourceMarks(documents)
  }

  /** The ids of the sources that are cited so far. */
  get cited(): ReadonlySet<string> {
    return this.#cited
  }

  /** Whether anything stands there. */
  get isBegun(): boolean {
    return this.#isBegun
  }

  /** Notes what stands there without being a sentence, such as a heading or a cell. */
  note(part: AnswerPart): void {
    this.#said.note(part)
  }

  /** What is cited and mostly borne out, within the length that was asked for. */
  isWorthSaying(sentence: CheckedSentence): boolean {
    const { parts, cited, uncited } = sentence
    const claims = parts.flatMap((part) => (part.kind === 'claim' ? [part.verification?.status] : []))
    if (cited.length === 0 || uncited || claims.includes('unsupported')) return false
    const unverified = this.#unverified + claims.filter((status) => status !== 'verified').length
    const all = this.#claims + claims.length
    if (unverified > MOST_UNVERIFIED * all && unverified > this.#unverified) return false
    if (!this.hasRoom(sentence) || !this.#said.isNew(sentence)) return false
    this.#claims = all
    this.#unverified = unverified
    return true
  }

  /** Whether the report stays within its length with some words more, and the name of their source. */
  hasRoom({ parts }: { parts: readonly AnswerPart[] }): boolean {
    const words = parts.reduce((sum, { text }) => sum + wordsIn(text), 0)
    return this.#words + words + LONGEST_MARK <= this.#budget.words
  }

  /** Tells a sentence of a passage; `place`: how many of its passage stand before it. */
  *put(
    { heading }: Passage,
    { parts, gap }: Pick<CheckedSentence, 'parts' | 'gap'>,
    place: number,
  ): Generator<EngineEvent> {
    // What several calls write of a section stands under one heading.
    const opening = heading === undefined || heading === this.#heading ? '' : `**${heading}**\n\n`
    this.#heading = heading
    const within = /\n\s*\n/.test(gap) ? '\n\n' : gap.includes('\n') ? '\n' : this.#spaceBefore(parts)
    // The first paragraph may have begun with what no source answers.
    const first = heading === undefined ? ' ' : `\n\n${opening}`
    const space = place === 0 ? (this.#isBegun ? first : opening) : within
    const begins = space.includes('\n') || place === 0
    if (begins) this.#inParagraph = 0
    const mark = (begins ? this.#marks.end() : '') + this.#marks.before(parts)
    this.#inParagraph += 1
    this.#source = sourceOf(parts)
    yield* this.push([{ kind: 'text', text: mark + space }, ...parts])
  }

  /** A writer that makes no paragraphs gets some, where another source begins. */
  #spaceBefore(parts: readonly AnswerPart[]): string {
    return this.#inParagraph >= PARAGRAPH && sourceOf(parts) !== this.#source ? '\n\n' : ' '
  }

  *push(parts: readonly AnswerPart[]): Generator<EngineEvent> {
    for (const part of parts) {
      this.#words += wordsIn(part.text)
      this.#isBegun ||= part.text !== ''
      if (part.kind === 'claim') this.#cited.add(part.document.id)
      const content = this.#assembler.push(part)
      if (content !== '') yield { type: 'answer', content }
    }
  }

  /** The first notes of a passage in the words of their sources, about as many words as a model was asked for. */
  *quote(passage: Passage): Generator<EngineEvent> {
    let told = 0
    const most = passage.heading === undefined ? QUOTED : passage.notes.length
    const before = this.#words
    for (const note of passage.notes.slice(0, most)) {
      if (passage.words > 0 && this.#words - before >= passage.words) break
      const sentence = quotedSentence(note)
      if (this.hasRoom(sentence) && this.#said.isNew(sentence)) yield* this.put(passage, sentence, told++)
    }
    yield* this.end()
  }

  /** Says whose the last sentences were, where a passage ends. */
  *end(): Generator<EngineEvent> {
    yield* this.push([{ kind: 'text', text: this.#marks.end() }])
  }

  /** Lines under a heading, as far as there is room. */
  *list(heading: string, lines: readonly AnswerPart[][]): Generator<EngineEvent> {
    let space = `\n\n**${heading}**\n\n`
    for (const parts of lines) {
      if (!this.hasRoom({ parts })) return
      yield* this.push([{ kind: 'text', text: space }, ...parts])
      space = '\n'
    }
  }
}
