import { rarity } from '#language/bm25.ts'
import { COUNTING_WORD } from '#language/number-words.ts'
import { terms } from '#language/terms.ts'
import { unitOf } from '#language/units.ts'
import type { Library } from '../types.ts'
import type { QuestionKind } from './kinds.ts'
import type { ParsedQuestion } from './parse-question.ts'
import { INTENT, type TermWeights, weighTerms } from './weights.ts'

/** A question whose terms are weighed. */
export interface WeighedQuestion extends ParsedQuestion {
  /** Terms of the library that stand for one of the question's: "directory" for "folder", "bufsize" for "buffer size". */
  alternatives: ReadonlyMap<string, string>
  /** What each of its terms says; weighed anew where more is known of the library. */
  weights: Map<string, number>
  /** What a term weighs that the library has never seen. */
  unseen: number
  /** Its terms that stand in so many passages that they name none of them. */
  common: ReadonlySet<string>
  /** `discounts`: terms that say little of the subject, and what share of a term they count for. */
  goal: { discounts: TermWeights }
  /** The questions that it asks one after the other. */
  asks: readonly { question: WeighedQuestion }[]
}

/** The share of all passages from which on a word that they hold names none of them. */
const COMMON = 0.2

/** A few texts share most of their words, whatever they are about. */
const FEWEST_PASSAGES = 200

/** Tells of a term whether it stands in so many passages of a library that it names none of them. */
export function commonIn(library: Library): (term: string) => boolean {
  return (term) => library.documentFrequency(term) > COMMON * library.passageCount
}

/** A number and its unit. */
const AMOUNT = new RegExp(`(?<![\\p{L}\\p{N}.-])(\\d+|${COUNTING_WORD})\\s?(\\p{L}+)`, 'giu')

/** "-o": where another term tells more, the letter of an option stands beside it by chance. */
const OPTION_LETTER = /(?<![\p{L}\p{N}-])-([\p{L}\p{N}])(?![\p{L}\p{N}])/gu

/** Kinds that ask for a way: the amounts in them are the asker's own, and stand in no document. */
const OF_OWN_AMOUNTS: ReadonlySet<QuestionKind> = new Set(['how', 'open', 'topic'])

/** The terms of the numbers with a unit, where they are the asker's: "files of 100 MB". */
function ownAmounts({ kind, text, terms: asked, language }: ParsedQuestion): string[] {
  if (!OF_OWN_AMOUNTS.has(kind) || language !== 'en') return []
  const amounts = [...text.matchAll(AMOUNT)].flatMap(([, amount = '', unit = '']) =>
    unitOf(unit) === '' ? [] : [amount],
  )
  return amounts
    .flatMap((amount) => terms(amount, language).map(({ term }) => term))
    .filter((term) => asked.includes(term))
}

/** Where a document comes from is known without its text saying so: the name weighs a quarter. */
const ORIGIN = 0.25

/** "How do I spread …", "spread …": the first word of what is to be done. */
const ASKED_VERB = /^\W*(?:how (?:can|could|do|should|to|would)(?: (?:I|one|we|you))? (?:best )?|please )?(\p{L}+)/iu
/** Passages: a verb that stands in no more of them is the asker's own, and says no more than one of everyday talk. */
const OWN_VERB = 2

/** The term of the verb that a question for a way asks with, where the library hardly writes it. */
function ownVerb({ kind, text, words, alternatives }: WeighedQuestion, library: Library): string | undefined {
  if (kind !== 'how') return undefined
  const verb = ASKED_VERB.exec(text)?.[1]
  const term = [...words].find(([, raw]) => raw === verb)?.[0]
  const isMeant = [...alternatives.values()].some((each) => each === term)
  if (term === undefined || isMeant || library.documentFrequency(term) > OWN_VERB) return undefined
  return term
}

/** Weighs the terms of a question by how rare they are in the library as it is now. */
export function weighQuestion(question: WeighedQuestion, library: Library): void {
  const { weights, goal } = question
  question.unseen = rarity(0, library.passageCount, 1)
  const isLarge = library.passageCount >= FEWEST_PASSAGES
  question.common = new Set(isLarge ? question.terms.filter(commonIn(library)) : [])
  for (const [term, weight] of weighTerms(question.terms, library, question.alternatives)) weights.set(term, weight)
  for (const [term, share] of goal.discounts) if (share === 0) weights.set(term, ORIGIN * (weights.get(term) ?? 0))
  const heaviest = Math.max(0, ...[...weights.values()].filter((weight) => weight < question.unseen))
  for (const [, letter = ''] of question.text.matchAll(OPTION_LETTER)) {
    const term = letter.toLowerCase()
    const weight = weights.get(term) ?? 0
    if (weight < heaviest) weights.set(term, INTENT * weight)
  }
  const verb = ownVerb(question, library)
  if (verb !== undefined) weights.set(verb, Math.min(weights.get(verb) ?? 0, INTENT * question.unseen))
  for (const term of ownAmounts(question)) weights.set(term, INTENT * (weights.get(term) ?? 0))
  for (const part of question.asks) weighQuestion(part.question, library)
}
