import type { Question } from '#question/question.ts'
import shared from './data/told-acts/shared.json' with { type: 'json' }
import { TOLD_ACTS } from './told-acts.ts'

/** What a question asks its sources for, beside its subject: reasons, proposals, views, or what came of it. */
export interface AskedAct {
  /** The words of the question that ask for it, and those of whom it is asked. */
  words: string
  /** Whether what does not do it answers nothing: critics object, figures are numbers. A reason may be given without a word for it. */
  isNeeded: boolean
  /** Whether the words by which it is told tell hardly anything else, so that most of what holds none of them does not do it. */
  isTelling: boolean
  /** Whether whatever is on the subject answers it: "what is known of". */
  isOpen: boolean
  /** Words to search for where it is told; '' for none. */
  sought: string
  /** Whether what does it to something else answers nothing: critics of another matter are none. */
  isOfSubject: boolean
  /** Whether a sentence does it, and does not only tell what may still come of it. */
  toldIn: (sentence: string) => boolean
  /** The same for each clause of the question that asks for something: "why …, and what followed". */
  each: readonly ((sentence: string) => boolean)[]
  /** What a passage that does not do it fails to do: "gives a reason for it". */
  lacking: string
  /** What stands round each of the words by which a sentence does it. */
  around: (sentence: string) => string[]
}

/** UTF-16 units before and after a word in which that stands of which it is said. */
const AROUND = 80

/** "Late in 2023" tells when, as the year does. */
const LATE = /\b(early|mid|middle|late|end)\b[ -](?:(?:of|in) )?\d{4}/iu

const whole = (pattern: string) => new RegExp(`\\b(?:${pattern})\\b`, 'iu')
/** What several acts have in common stands once, under a name. */
const byName = new Map<string, readonly string[]>(Object.entries(shared))
const either = (patterns: readonly string[]) => patterns.flatMap((each) => byName.get(each) ?? each).join('|')

/** Where a question begins to ask for something else. English. */
const CLAUSES = /[;?]|,? and (?=(?:what|how|why|who|whom|when|where|which)\b)/iu

type Act = (typeof ACTS)[number]

const ACTS = TOLD_ACTS.map(({ asked, told, untold, ofSpeakers, ofParts, ofSubject, ...act }) => ({
  isTelling: act.isTelling,
  isOpen: act.isOpen,
  sought: act.sought ?? '',
  lacking: act.lacking ?? '',
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
  if (language !== 'en') return undefined
  const first = ACTS.find(({ asked }) => asked.test(text))
  if (!first) return undefined
  const { isNeeded, isOfSubject } = first
  // What a part of a plan asks for stands in one clause of it; what stands beside that is the question again.
  const clauses = isNeeded ? [text] : text.split(CLAUSES)
  const acts = clauses.flatMap((clause) => {
    const act = ACTS.find(({ asked }) => asked.test(clause))
    return act ? [{ act, words: wordsOf(act, clause) }] : []
  })
  const each = acts.map(({ act }) => toldBy(act))
  return {
    isNeeded,
    isOfSubject,
    isOpen: acts.every(({ act }) => act.isOpen),
    sought: acts.map(({ act }) => act.sought).join(' '),
    isTelling: acts.length > 0 && acts.every(({ act }) => act.isTelling),
    words: [...acts.map(({ words }) => words), LATE.exec(text)?.[1] ?? ''].join(' '),
    toldIn: (sentence) => each.some((toldIn) => toldIn(sentence)),
    each,
    lacking: acts.map(({ act }) => act.lacking).find((words) => words !== '') ?? '',
    around: (sentence) =>
      [...new Set([first, ...acts.map(({ act }) => act)])].flatMap(({ allTold }) =>
        Array.from(sentence.matchAll(allTold), ({ index, 0: word }) =>
          sentence.slice(Math.max(0, index - AROUND), index + word.length + AROUND),
        ),
      ),
  }
}

/** The words of a clause that ask, and whom. */
function wordsOf({ asked, speakers }: Act, clause: string): string {
  // "How did schools do": what did it is the subject, and stands between the words that ask.
  const word = (asked.exec(clause)?.[0] ?? '').replace(/^how did .* (?=\S+$)/iu, '')
  return `${word} ${speakers?.exec(clause)?.[1] ?? ''}`
}

function toldBy({ told, untold }: Act): (sentence: string) => boolean {
  return (sentence) => told.test(sentence) && untold?.test(sentence) !== true
}
