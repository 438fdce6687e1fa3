import spellings from './data/units.json' with { type: 'json' }

/** By each of its spellings the sign of a unit. */
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
)

/** The unit that a word or a sign stands for, or '' where it stands for none. */
export function unitOf(word: string): string {
  return UNITS.get(word.toLowerCase()) ?? ''
}

/** Units that are left out nowhere: of a percentage, of a sum of money, of a decade. */
const WRITTEN = new Set(['%', 'USD', 'EUR', 'GBP', 'JPY', 'INR', 'CHF', 'pound', 'cent', 'decade'])

/** Whether two numbers may stand for the same amount as far as their units go; '' is a number without one. */
export function unitsAgree(a: string, b: string): boolean {
  if (a === b) return true
  if (a === '' || b === '') return !WRITTEN.has(a) && !WRITTEN.has(b)
  // Pounds are money or weight.
  const pounds = (one: string, other: string) => one === 'pound' && (other === 'GBP' || other === 'lb')
  return pounds(a, b) || pounds(b, a)
}
