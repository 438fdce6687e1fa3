import { refersBack } from '#answer/opening.ts'
import { isSaleUnlessAsked } from '#depth/page-matter.ts'
import type { Subject } from '#depth/subject.ts'
import { YEAR } from '#language/years.ts'
import { askedAct } from '#question/asked-act.ts'
import type { Question } from '#question/question.ts'
import { askedName } from './asked-name.ts'
import type { CollectedNote } from './collected-notes.ts'
import { shareBeside } from './told-of-subject.ts'

// These weights were set by hand on the openings of forty topics over two corpora, each of which was read after every change;
// they are not fitted, and on other topics each of them may be half or twice as right.

/** How much more a sentence says that fits the kind of answer asked for. */
const FITTING = 0.5
/** The same of one that does what the question asks its sources for: gives a reason, proposes, tells what came of it. */
const ACT = 1
/** Where what tells it tells hardly anything else. */
const SURE_ACT = 3
/** What holds the name that is asked for answers, whatever else another sentence holds. */
const NAMED = 4
/** How much more a sentence says that writes all names of the question: it tells what they have to do with each other. */
const NAMING = 0.5
/** What writes none of the words beside the names of the question, "removal" of a tribe, answers it half as well. */
const WITHOUT = 0.5
/** How much less each name counts for that the question does not hold: what bears on the whole is of nobody in particular. */
const OTHER_NAME = 0.2
/** What may still come, or was at another time, answers less. */
const UNTOLD = 0.4
/** So does what stands under a title that tells what may come, or points at what was said before. */
const LESS_CLEAR = 0.7
/** What speaks to its readers, or of its own text, answers hardly at all. */
const ASIDE = 0.3
/** A question of so many terms says itself what answers it. */
export const MANY_TERMS = 12
/** Words in which a sentence says what it is about. */
const HEAD = 20
/** What holds all words of the question that stand side by side in it, side by side, says half as much again as what has them apart. */
const SIDE_BY_SIDE = 0.5
/** What writes the word by which the question asks, or its year, is the likelier to answer it. */
const OWN_WORD = 0.5

/** It adds to what was said, quotes somebody on himself, or speaks to its readers. */
const ADDRESSES =
  /^[^.]{1,60}\balso\b|^["“][^"”]*\b(?:I|we|my)\b|\b(?:you|your|you're|our (?:\w+ ){0,3}(?:roundup|guide|list|picks?|coverage|reviews?)|check out|click|subscribe|below|photo|sketch|image)\b/iu

/**
 * Tells how well the sentence of a note by itself answers the whole question: by how much of the subject it holds, most of
 * all where it begins and under a title that holds it, and by whether it does what the question asks for.
 */
export function answerWorth(
  question: Question,
  subject: Subject,
  all: readonly CollectedNote[],
): (note: CollectedNote) => number {
  const asked = new Set(question.goal.terms(question.text).map(({ term }) => term))
  const act = question.terms.length >= MANY_TERMS ? undefined : askedAct(question)
  const name = askedName(question, subject, all)
  const isOfOtherYear = ofOtherYears(question.text)
  const years = new Set(yearsIn(question.text))
  const isOfOwnYear = (quote: string) => years.size > 0 && yearsIn(quote).some((year) => years.has(year))
  const acting = new Set(question.goal.terms(act?.words ?? '').flatMap(({ term, stop }) => (stop ? [] : [term])))
  const writesAsked = (quote: string) => question.goal.terms(quote).some(({ term }) => acting.has(term))
  const sideBySide = pairsHeld(question, subject)
  const isSale = isSaleUnlessAsked(question.text)
  return ({ evidence }) => {
    const { quote, document } = evidence
    const told = act?.toldIn(quote) ?? 0
    const own = 1 + (writesAsked(quote) ? OWN_WORD : 0) + (isOfOwnYear(quote) ? OWN_WORD : 0)
    const fits =
      1 +
      FITTING * question.needs.fits(quote) +
      (told === 1 ? (act?.isTelling ? SURE_ACT * shareBeside(act, subject, quote) : ACT) : 0)
    const head = quote.split(/\s+/).slice(0, HEAD).join(' ')
    const pairs = 1 + SIDE_BY_SIDE * sideBySide(quote)
    const held = (subject.bearing([quote]) + subject.bearing([head])) * (1 + subject.bearing([document.title])) * pairs
    const around = Math.log1p(subject.timesRound(evidence))
    const named = 1 + NAMING * subject.shareOfNames(quote)
    const others = new Set((quote.match(NAME) ?? []).filter((name) => isOther(name, asked, question)))
    const isUntold = told < 0 || isOfOtherYear(quote)
    const isUnclear = act?.isBefore(document.title) === true || refersBack(quote)
    const isAside = ADDRESSES.test(quote) || isSale(document.title)
    const beside = (isAside ? ASIDE : 1) * (isUntold ? UNTOLD : 1) * (isUnclear ? LESS_CLEAR : 1)
    const besideNames = WITHOUT + (1 - WITHOUT) * subject.shareOfOthers(evidence).own
    return (
      (held * besideNames * named * around * fits * own * beside * (1 + NAMED * name(evidence))) /
      (1 + OTHER_NAME * others.size)
    )
  }
}

/** Tells what share of the words of the subject that stand side by side in the question do so in a sentence; 0 where none do. */
function pairsHeld({ text, goal }: Question, subject: Subject): (sentence: string) => number {
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
  return (sentence) => (asked.size > 0 ? asked.intersection(new Set(pairsIn(sentence))).size / asked.size : 0)
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
