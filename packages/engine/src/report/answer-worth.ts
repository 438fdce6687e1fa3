import type { Subject } from '#depth/subject.ts'
import { YEAR } from '#language/years.ts'
import { askedAct } from '#question/asked-act.ts'
import type { Question } from '#question/question.ts'
import { askedName } from './asked-name.ts'
import type { CollectedNote } from './collected-notes.ts'

/** How much more a sentence says that fits the kind of answer asked for. */
const FITTING = 0.5
/** The same of one that does what the question asks its sources for: gives a reason, proposes, tells what came of it. */
const ACT = 1
/** What holds the name that is asked for answers, whatever else another sentence holds. */
const NAMED = 4
/** How much less each name counts for that the question does not hold: what bears on the whole is of nobody in particular. */
const OTHER_NAME = 0.2
/** What may still come, or was at another time, answers less. */
const UNTOLD = 0.4
/** What speaks to its readers, or of its own text, answers hardly at all. */
const ASIDE = 0.3
/** A question of so many terms says itself what answers it. */
export const MANY_TERMS = 12
/** Words in which a sentence says what it is about. */
const HEAD = 25

const ADDRESSES =
  /^(?:[\p{L}’'-]+ ){1,6}also\b|\b(?:you|your|you're|our (?:\w+ ){0,3}(?:roundup|guide|list|picks?|coverage|reviews?)|check out|click|subscribe|below|photo|sketch|image)\b/iu

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
  return ({ evidence }) => {
    const { quote, document } = evidence
    const told = act?.toldIn(quote) ?? 0
    const fits = 1 + FITTING * question.needs.fits(quote) + (told === 1 ? ACT : 0)
    const head = quote.split(/\s+/).slice(0, HEAD).join(' ')
    const held = (subject.bearing([quote]) + subject.bearing([head])) * (1 + subject.bearing([document.title]))
    const around = Math.log1p(subject.timesRound(evidence))
    const others = new Set((quote.match(NAME) ?? []).filter((name) => isOther(name, asked, question)))
    const beside = (ADDRESSES.test(quote) ? ASIDE : 1) * (told < 0 || isOfOtherYear(quote) ? UNTOLD : 1)
    return (held * around * fits * beside * (1 + NAMED * name(evidence))) / (1 + OTHER_NAME * others.size)
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
