import words from './data/number-words.json' with { type: 'json' }
import type { Span } from './span.ts'

const counted = (list: readonly string[], value: (index: number) => number) =>
  list.map((word, index) => [word, value(index)] as const)
const CARDINALS = new Map([
  ...counted(words.ones, (index) => index),
  ...counted(words.tens, (index) => 20 + 10 * index),
])
const ORDINALS = new Map([
  ...counted(words.ordinalOnes, (index) => index + 1),
  ...counted(words.ordinalTens, (index) => 20 + 10 * index),
])

/** Words that multiply the number before them. */
export const SCALES: ReadonlyMap<string, number> = new Map(Object.entries(words.scales))
/** The same, abbreviated. */
export const ABBREVIATED_SCALES: ReadonlyMap<string, number> = new Map(Object.entries(words.abbreviatedScales))

const PARTS = new Map(Object.entries(words.parts))

const any = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|')
const CARDINAL = any(CARDINALS.keys())
/** The words of cardinal numbers, as a pattern. */
export const COUNTING_WORD = any([...CARDINALS.keys(), ...SCALES.keys()])
const WORD = `${COUNTING_WORD}|${any(ORDINALS.keys())}`
const FRACTION = `(?:(a|one|two|three|four|seven|nine)[ -](${any(PARTS.keys())})|half)(?![- ](?:dozen|hundred|million))`
const NUMBER = `(?:${WORD})(?:(?:-|\\s+(?:and\\s+(?=(?:${CARDINAL})\\b))?)(?:${WORD}))*`
const FOUND = new RegExp(`(?<![\\p{L}\\p{N}])(?:${FRACTION}|(${NUMBER}))(?![\\p{L}\\p{N}])`, 'giu')

/** A number written in words. */
export interface SpelledNumber extends Span {
  value: number
  kind: 'cardinal' | 'ordinal' | 'fraction'
  /** Is the word "one" alone, which is a pronoun as often as a number. */
  loose: boolean
}

/** The numbers of a text that are written in English words: cardinals, ordinals and common fractions. */
export function spelledNumbers(text: string): SpelledNumber[] {
  const found: SpelledNumber[] = []
  for (const match of text.matchAll(FOUND)) {
    const [whole, count, part, number] = match
    if (number !== undefined) {
      compose(number, match.index, found)
      continue
    }
    const numerator = count === undefined || count.toLowerCase() === 'a' ? 1 : (CARDINALS.get(count.toLowerCase()) ?? 1)
    const value = numerator / (PARTS.get((part ?? 'half').toLowerCase()) ?? 1)
    found.push({ start: match.index, end: match.index + whole.length, value, kind: 'fraction', loose: false })
  }
  return found
}

/** A number whose words are still being read: what it comes to, and what a further word has to be below to be part of it. */
interface OpenNumber extends Span {
  thousands: number
  rest: number
  below: number
}

/** "two hundred and fifty thousand" is one number, "one two three" are three. */
function compose(run: string, at: number, into: SpelledNumber[]): void {
  let open: OpenNumber | undefined
  const close = (kind: SpelledNumber['kind']) => {
    if (open === undefined) return
    const { start, end, thousands, rest } = open
    const loose = /^one$/i.test(run.slice(start - at, end - at))
    into.push({ start, end, value: thousands + rest, kind, loose })
    open = undefined
  }
  for (const match of run.matchAll(/[a-z]+/gi)) {
    const word = match[0].toLowerCase()
    if (word === 'and') continue
    const scale = SCALES.get(word)
    const ordinal = ORDINALS.get(word)
    const value = CARDINALS.get(word) ?? ordinal ?? 0
    const start = at + match.index
    if (open && scale === undefined && !(value > 0 && value < open.below)) close('cardinal')
    open ??= { start, end: start, thousands: 0, rest: 0, below: Number.POSITIVE_INFINITY }
    open.end = start + word.length
    if (scale === undefined) {
      open.rest += value
      // Only tens take a further word: "twenty-five".
      open.below = value >= 20 ? 10 : 0
    } else if (scale <= 100) {
      open.rest = Math.max(1, open.rest) * scale
      open.below = scale === 100 ? 100 : 0
    } else {
      open.thousands += Math.max(1, open.rest) * scale
      open.rest = 0
      open.below = scale
    }
    if (ordinal !== undefined) close('ordinal')
  }
  close('cardinal')
}
