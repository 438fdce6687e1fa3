import { contentTerms, type Term, terms } from '#language/terms.ts'
import type { Question } from './question.ts'
import type { QuestionKind } from './question-kinds.ts'

const CUES: Partial<Record<QuestionKind, RegExp>> = {
  date: new RegExp(
    '\\b(1[0-9]{3}|20[0-9]{2})(?![0-9])|\\b(January|February|March|April|May|June|July|August|September|October|November|' +
      'December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)\\b|\\b\\d{1,2}\\.? (?:de )?(?:enero|febrero|marzo|abril|mayo|' +
      'junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|février|mars|avril|mai|juin|juillet|août|' +
      'septembre|octobre|novembre|décembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|' +
      'januari|februari|maart|mei|juni|juli|augustus|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|dezembro|' +
      'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)|\\d年',
  ),
  number: /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million|billion)\b/i,
  why: /\b(because|due to|owing to|in order to|so that|reason|cause[ds]?|led to|result(ed|s)? (in|from)|purpose|justif)|(?<![\p{L}])(weil|denn|deshalb|daher|wegen|aufgrund|porque|debido a|a causa de|parce qu|en raison|à cause|perché|poiché|omdat|want|vanwege|потому|поскольку|так как|из-за|чтобы)(?![\p{L}])|因为|因為|由于|由於|因此|为了|為了/iu,
  how: /\b(by|through|via|using|means of|process|method|in order to)\b/i,
}

/** May tell a reason, and often does not: "since" is of time, too. */
const MAY_REASON = /\b(since|therefore|thus|necessity|hence|for the sake|so as to)\b/i
const PERHAPS = 0.5

const CAPITALISED = /(?<=[\p{L}\p{N},;:)"”’]\s)\p{Lu}[\p{L}\p{M}'’-]+/gu

/**
 * How well sentences fit the kind of answer that a question asks for: 1 where the cue is there (a date for "when", a
 * number for "how many", a name not in the question for "who" and "where", a causal word for "why"), else 0; between them
 * where it may be there.
 */
export function answerFit(question: Question): (sentence: string) => number {
  const cue = CUES[question.kind]
  const weaker = question.kind === 'why' ? MAY_REASON : undefined
  if (cue) return (sentence) => (cue.test(sentence) ? 1 : weaker?.test(sentence) ? PERHAPS : 0)
  if (question.kind === 'definition') return definitionFit(question)
  if (question.kind !== 'person' && question.kind !== 'place') return () => 0
  const asked = new Set(question.terms)
  return (sentence) => {
    for (const [name] of sentence.matchAll(CAPITALISED)) {
      for (const term of contentTerms(name)) if (!asked.has(term)) return 1
    }
    return 0
  }
}

/**
 * How much of the kind of answer asked for a text holds: of numbers and dates how many, so that none is lost where a
 * sentence is cut; of other kinds its fit.
 */
export function answersIn(question: Question): (text: string) => number {
  const cue = question.kind === 'number' || question.kind === 'date' ? CUES[question.kind] : undefined
  if (!cue) return answerFit(question)
  const every = new RegExp(cue.source, `${cue.flags}g`)
  return (text) => text.match(every)?.length ?? 0
}

const COPULA =
  /^[\s,"”’]*(?:\([^)]*\)[\s,]*)?(?:\p{L}+ ){0,2}?(?:is|are|was|were|means?|refers? to|denotes?|declares?|consists? of|stands? for|ist|sind|war|waren|bedeutet|es|son|era|fue|significa|est|sont|était|это|является|—|是|指)(?![\p{Script=Latin}\p{Script=Cyrillic}])/iu
/** What is told of a subject rather than what it is: "is embarrassed", "was in force". English. */
const TOLD =
  /^[\s,"”’]*(?:\p{L}+ ){0,2}?(?:is|are|was|were) (?:(?:not|now|also|still|then|again|already|being|been|\p{L}+ly) )*(?!(?:defined|called|known|named|termed|described|considered|composed|located|situated|used|designed|based)\b)(?:\p{L}{2,}ed|\p{L}{3,}ing|in|on|at|to|of|under|before|due|about|made|done|given|found|held|sent|brought|not)\b/iu
const EARLY = 80
const OPENING = 5
const TELLS = 0.5
const ELSEWHERE = 0.4
const NAMED = 0.2

/** 1 where the subject opens the sentence and "is", "means" or the like follows; less where that comes later or tells. */
function definitionFit({ terms: asked, language }: Question): (sentence: string) => number {
  const subject = new Set(asked)
  return (sentence) => {
    const all = terms(sentence, language)
    let best = 0
    for (let at = 0; at < all.length; at += 1) {
      const run = subjectAt(all, at, subject)
      if (run === undefined) continue
      best = Math.max(best, definitionAt(run, sentence))
    }
    return best
  }
}

function definitionAt({ start, end }: { start: number; end: number }, sentence: string): number {
  const rest = sentence.slice(end)
  if (COPULA.test(rest)) return start > EARLY ? ELSEWHERE : TOLD.test(rest) ? TELLS : 1
  return start <= OPENING ? ELSEWHERE : NAMED
}

/** The subject's terms side by side from a place on, with no more than function words between them. */
function subjectAt(
  all: readonly Term[],
  at: number,
  subject: ReadonlySet<string>,
): { start: number; end: number } | undefined {
  const left = new Set(subject)
  const first = all[at]
  for (const { term, stop, end } of all.slice(at)) {
    if (!left.delete(term) && !stop) return undefined
    if (left.size === subject.size) return undefined
    if (left.size === 0) return first && { start: first.start, end }
  }
  return undefined
}
