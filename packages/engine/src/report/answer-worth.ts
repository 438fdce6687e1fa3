import { askedAct } from '#depth/asked-act.ts'
import { isSaleUnlessAsked } from '#depth/page-matter.ts'
import type { Subject } from '#depth/subject.ts'
import { type Features, type Head, weigh } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { wordsIn } from '#language/words-in.ts'
import { YEAR } from '#language/years.ts'
import type { Question } from '#question/question.ts'
import { askedName } from './asked-name.ts'
import type { CollectedNote } from './collected-notes.ts'
import { companyHeld } from './company-words.ts'
import { focusOf } from './focus.ts'
import { refersBack } from './hanging.ts'
import head from './opening-weights.json' with { type: 'json' }
import { shareBeside } from './told-of-subject.ts'

/** A question of so many terms says itself what answers it. */
export const MANY_TERMS = 12
/** Words in which a sentence says what it is about. */
const HEAD = 20
/** A sentence of more words tells no more. */
const MOST_TELLING = 60
/** Names that the question does not hold: of more a sentence tells no less. */
const MOST_NAMES = 5
/** UTF-16 code units in which the opening of a document loses half of what it has before the rest. */
const EARLY = 1_500

/** It adds to what was said, quotes somebody on himself, or speaks to its readers. */
const ADDRESSES =
  /^[^.]{1,60}\balso\b|^["“][^"”]*\b(?:I|we|my)\b|\b(?:you|your|you're|our (?:\w+ ){0,3}(?:roundup|guide|list|picks?|coverage|reviews?)|check out|click|subscribe|below|photo|sketch|image)\b/iu

/** What an opening may be made from. */
export interface OpeningNotes {
  question: Question
  subject: Subject
  /** Notes and sentences by how well each would open an answer without a model, the best first. */
  led: readonly CollectedNote[]
  notes: readonly CollectedNote[]
  /** What was read and neither noted nor would lead. */
  others: readonly CollectedNote[]
}

/** Tells how well the sentence of a note by itself answers the whole question: log-odds, comparable among those of one question. */
export function answerWorth(opening: OpeningNotes): (note: CollectedNote) => number {
  const featuresOf = answerFeatures(opening)
  return (note) => weigh(head satisfies Head, featuresOf(note))
}

/** Measures a note: what it holds of the subject, with its document and what stands round it, and what it does. */
export function answerFeatures({
  question,
  subject,
  led,
  notes,
  others,
}: OpeningNotes): (note: CollectedNote) => Features {
  const all = [...notes, ...led, ...others]
  const focus = focusOf(question, subject)
  const bearing = new Map(all.map((note) => [note, focus(note)]))
  const masses = massesOf(bearing)
  const asked = new Set(question.goal.terms(question.text).map(({ term }) => term))
  const company = companyHeld(bearing, asked)
  const act = question.terms.length >= MANY_TERMS ? undefined : askedAct(question)
  const name = askedName(question, subject, [...notes, ...led])
  const sideBySide = pairsHeld(question, subject)
  const isOfOtherYear = ofOtherYears(question.text)
  const isSale = isSaleUnlessAsked(question.text)
  const noted = new Set(notes)
  const most = Math.max(...all.map(({ evidence }) => evidence.score))
  return (note) => {
    const { evidence } = note
    const { quote, document, start } = evidence
    const own = bearing.get(note) ?? focus(note)
    const title = subject.bearing([document.title])
    const names = new Set((quote.match(NAME) ?? []).filter((one) => isOther(one, asked, question)))
    return {
      /** Shares of the subject that the sentence holds, where it begins, in its names, and in its title. */
      own,
      begins: subject.bearing([quote.split(/\s+/).slice(0, HEAD).join(' ')]),
      names: subject.shareOfNames(quote),
      title,
      /** The same of a document that says first what it is about. */
      early: title / (1 + start / EARLY),
      pairs: sideBySide(evidence),
      /** It holds what sources write of the subject, and much of the subject itself. */
      company: own * company(note),
      /** How much its document has of the subject, beside that which has most, and what stands round it. */
      document: masses.get(document.id) ?? 0,
      around: Math.log1p(subject.timesRound(evidence)),
      /** Its document is by whom, or of when, the question names. */
      origin: Number(question.named.has(document.id)),
      /** It does what is asked for, beside words of the subject, or to all of it. */
      acts: act?.toldIn(quote) === true ? Math.max(own, shareBeside(act, subject, quote)) : 0,
      /** It holds the name that is asked for. */
      name: name(evidence),
      noted: Number(noted.has(note)),
      /** How well it would answer by what the engine knows of sentences. */
      score: Math.exp((evidence.score - most) / 2),
      others: Math.min(names.size, MOST_NAMES) / MOST_NAMES,
      /** A reason takes more words than a mention does. */
      length: Math.min(wordsIn(quote), MOST_TELLING) / MOST_TELLING,
      aside: Number(ADDRESSES.test(quote) || isSale(document.title)),
      /** All years that it writes are others than the question's. */
      otherYears: Number(isOfOtherYear(quote)),
      /** It points at what was said before. */
      refersBack: Number(refersBack(quote)),
    }
  }
}

/** Sentences that hold less of a subject only mention it. */
const MENTIONED = 0.25

/** How much each document has of the subject, 0 to 1 for that which has most. */
function massesOf(bearing: ReadonlyMap<CollectedNote, number>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [{ evidence }, share] of bearing) {
    const { id } = evidence.document
    sums.set(id, (sums.get(id) ?? 0) + Math.max(0, share - MENTIONED))
  }
  const most = Math.max(0, ...sums.values()) || 1
  return new Map([...sums].map(([id, sum]) => [id, Math.sqrt(sum / most)]))
}

/** Tells what share of the words of the subject that stand side by side in the question do so in a sentence; 0 where none do. */
function pairsHeld({ text, goal }: Question, subject: Subject): (evidence: Evidence) => number {
  const pairsIn = (said: string) => {
    const all = goal.terms(said)
    return all.flatMap(({ term, start, raw }, i) => {
      const next = all[i + 1]
      // A name stands in a text as a whole, or by one of its words.
      const isNamed = next && /^\p{Lu}/u.test(raw) && /^\p{Lu}/u.test(next.raw)
      const isPair = next && next.start === start + raw.length + 1 && !next.stop && !isNamed
      return isPair ? [`${term} ${next.term}`] : []
    })
  }
  const isOfSubject = (pair: string) => pair.split(' ').every((term) => subject.bearing([term]) > 0)
  const asked = new Set(pairsIn(text).filter(isOfSubject))
  const words = [...asked].map((pair) => pair.split(' '))
  return ({ quote, terms }) => {
    // Few sentences hold both words of any pair.
    if (!words.some((pair) => pair.every((term) => terms.has(term)))) return 0
    return asked.intersection(new Set(pairsIn(quote))).size / asked.size
  }
}

const YEARS = new RegExp(`(?<![\\p{L}\\p{N}.,$£€-])${YEAR}(?![\\p{N}%]|[.,]\\d)`, 'gu')
const yearsIn = (text: string) => (text.match(YEARS) ?? []).map(Number)

/** Whether all years that a sentence writes lie outside those that the question does; never where either writes none. */
function ofOtherYears(asked: string): (sentence: string) => boolean {
  const years = yearsIn(asked)
  if (years.length === 0) return () => false
  const [from, to] = [Math.min(...years), Math.max(...years)]
  return (sentence) => {
    const own = yearsIn(sentence)
    return own.length > 0 && own.every((year) => year < from || year > to)
  }
}

const NAME = /(?<=[\p{Ll}\p{N},;:)"”’] )\p{Lu}\p{Ll}[\p{L}'’-]*/gu

function isOther(name: string, asked: ReadonlySet<string>, { goal }: Question): boolean {
  return goal.terms(name).some(({ term, stop }) => !stop && !asked.has(term))
}
