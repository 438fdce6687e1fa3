import { contentTerms } from '#text/terms.ts'
import type { Question, QuestionKind } from './question.ts'

const CUES: Partial<Record<QuestionKind, RegExp>> = {
  date: /\b(1[0-9]{3}|20[0-9]{2})\b|\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/,
  number: /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million|billion)\b/i,
  why: /\b(because|since|therefore|thus|due to|owing to|in order to|so that|reason|cause[ds]?|led to|result(ed|s)? (in|from)|purpose|necessary|necessity|justif)/i,
  how: /\b(by|through|via|using|means of|process|method|in order to)\b/i,
  definition: /\b(is|are|was|were|refers? to|means?|defined as|known as|called)\b/i,
}

const CAPITALISED = /(?<=[\p{L}\p{N},;:)"”’]\s)\p{Lu}[\p{L}\p{M}'’-]+/gu

/**
 * How well sentences fit the kind of answer that a question asks for: 1 where the cue is there (a date for "when", a
 * number for "how many", a name not in the question for "who" and "where", a causal word for "why"), else 0.
 */
export function answerFit(question: Question): (sentence: string) => number {
  const cue = CUES[question.kind]
  if (cue) return (sentence) => (cue.test(sentence) ? 1 : 0)
  if (question.kind !== 'person' && question.kind !== 'place') return () => 0
  const asked = new Set(question.terms)
  return (sentence) => {
    for (const [name] of sentence.matchAll(CAPITALISED)) {
      for (const term of contentTerms(name)) if (!asked.has(term)) return 1
    }
    return 0
  }
}
