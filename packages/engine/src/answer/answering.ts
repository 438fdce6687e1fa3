import type { Quotation } from '#evidence/ledger.ts'
import { contentReader } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'

/** What could be the kind of thing that is asked for counts like so much of the question. */
const FITS = 0.2

/** How well a sentence answers, under the headings above it. */
export type Answering = (text: string, place: Quotation) => number

/** Measures sentences by how much of a question they hold that no heading above them does, and whether they could be what is asked for. */
export function answeringOf({ goal, needs }: Pick<Question, 'goal' | 'needs'>): Answering {
  const contentOf = contentReader(goal)
  return (text, { block, document }) => {
    const above = new Set([document.title, ...(block?.path ?? [])].flatMap((title) => [...contentOf(title)]))
    return coverage(contentOf(text).difference(above), goal.weights) + FITS * needs.fits(text)
  }
}
