import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { escaped } from '#language/escape.ts'
import { contentReader } from '#question/agreement.ts'
import { IMPERATIVE } from '#question/imperative.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import { valueToldBy } from './lead-asked.ts'
import type { PassageRules } from './opening-passage.ts'
import { asksOf } from './unasked-facts.ts'

/** UTF-16 code units of the passage that opens an answer. */
const LONGEST = { fact: 300, other: 600 }
/** UTF-16 code units: a shorter name is no name of its own. */
const SHORTEST_NAME = 3
/** Asks how to do something, or for an example. */
const ASKS_FOR_CODE = new RegExp(marks.asksForCode.join('|'), 'i')

/** "Rotate the logs" asks how to do that. */
const TELLS_WHAT_TO_DO = new RegExp(IMPERATIVE, 'i')

/** What the passages that are shown are made by; sentences are ranked by those that would stand there without it. */
export function shownRules(question: Question): PassageRules {
  return { ...passageRules(question), writes: writtenIn(question.text), asksOf: asksOf(question) }
}

/** What the passage that opens the answer of a run is made by. */
export function passageRules(question: Question): PassageRules {
  return {
    asksForCode: ASKS_FOR_CODE.test(question.text) || TELLS_WHAT_TO_DO.test(question.text),
    asksForList: question.several,
    longest: question.kind === 'fact' ? LONGEST.fact : LONGEST.other,
    value: { tells: valueToldBy(question.text), holds: shareOf(question) },
  }
}

/** How much of a question, by weight, a text holds. */
function shareOf({ goal }: Question): (text: string) => number {
  const contentOf = contentReader(goal)
  return (text) => coverage(contentOf(text), goal.weights)
}

/** Tells whether a text writes a name, as a whole word. */
function writtenIn(text: string): (name: string) => boolean {
  const lower = text.toLowerCase()
  return (name) => {
    const plain = name.replace(/[`*'"“”]/g, '').trim()
    return (
      plain.length >= SHORTEST_NAME &&
      // To make a pattern takes a hundred times as long, and most rows of a table are named nowhere.
      lower.includes(plain.toLowerCase()) &&
      new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped(plain)}(?![\\p{L}\\p{N}_-])`, 'iu').test(text)
    )
  }
}
