import acts from '#language/data/told-acts.json' with { type: 'json' }
import type { Question } from './question.ts'

/** What a question asks its sources for, beside its subject: reasons, proposals, views, or what came of it. */
export interface AskedAct {
  /** The words of the question that ask for it, and those of whom it is asked. */
  words: string
  /** Whether what does not do it answers nothing: critics object, figures are numbers. A reason may be given without a word for it. */
  isNeeded: boolean
  /** Whether what does it to something else answers nothing: critics of another matter are none. */
  isOfSubject: boolean
  /** 1 where a sentence does it, -1 where it tells what may still come of it, else 0. */
  toldIn: (sentence: string) => 1 | 0 | -1
  /** What stands round each of the words by which a sentence does it. */
  around: (sentence: string) => string[]
}

/** UTF-16 units before and after a word in which that stands of which it is said. */
const AROUND = 80

/** "Late in 2023" tells when, as the year does. */
const LATE = /\b(early|mid|middle|late|end)\b[ -](?:(?:of|in) )?\d{4}/iu

const whole = (pattern: string) => new RegExp(`\\b(?:${pattern})\\b`, 'iu')
const either = (patterns: readonly string[]) => patterns.join('|')

const ACTS = acts.en.map(({ asked, told, untold, ofSpeakers, ofParts, ofSubject }) => ({
  isNeeded: ofParts,
  isOfSubject: ofSubject,
  asked: whole(either(asked)),
  told: whole(either(told)),
  allTold: new RegExp(whole(either(told)).source, 'giu'),
  // What may still happen, or did only as some think, has not happened.
  untold: untold.length > 0 ? whole(either(untold)) : undefined,
  // "What did presidents say": who speaks does not write what he is.
  speakers: ofSpeakers
    ? new RegExp(`\\b(?:did|do|does|have|has) (?:the )?(\\p{Ll}+) (?:\\p{Ll}+ )?(?:${either(asked)})\\b`, 'u')
    : undefined,
}))

/** Undefined where a question asks for none of them. English. */
export function askedAct({ text, language }: Pick<Question, 'text' | 'language'>): AskedAct | undefined {
  const act = language === 'en' ? ACTS.find(({ asked }) => asked.test(text)) : undefined
  if (!act) return undefined
  // "How did schools do": what did it is the subject, and stands between the words that ask.
  const word = (act.asked.exec(text)?.[0] ?? '').replace(/^how did .* (?=\S+$)/iu, '')
  const speakers = act.speakers?.exec(text)?.[1] ?? ''
  const { told, allTold, untold, isNeeded, isOfSubject } = act
  return {
    isNeeded,
    isOfSubject,
    words: `${word} ${speakers} ${LATE.exec(text)?.[1] ?? ''}`,
    toldIn: (sentence) => (untold?.test(sentence) ? -1 : told.test(sentence) ? 1 : 0),
    around: (sentence) =>
      Array.from(sentence.matchAll(allTold), ({ index, 0: word }) =>
        sentence.slice(Math.max(0, index - AROUND), index + word.length + AROUND),
      ),
  }
}
