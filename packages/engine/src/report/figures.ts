import { quantities } from '#language/numbers.ts'

/** From so many numbers on a sentence tells figures, whatever else it says. */
const MANY = 4
/** Of a table written as one line half of all words and numbers are numbers. */
const OF_TABLE = 1 / 2

/** Whether a sentence tells figures rather than what was done or said. */
export function tellsFigures(quote: string): boolean {
  return quantities(quote).length >= MANY
}

/** Whether a text is a table that stands as one sentence. */
export function isTable(quote: string): boolean {
  const numbers = quote.match(/\d[\d.,]*/g)?.length ?? 0
  const words = quote.match(/\p{L}{2,}/gu)?.length ?? 0
  return numbers >= MANY && numbers >= OF_TABLE * (words + numbers)
}
