import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The most frequent words of English, and how many of a thousand words each is: about four words of ten. The others are
 * made of syllables.
 */
const FUNCTION_WORDS: readonly [word: string, perThousand: number][] = Object.entries({
  the: 62,
  of: 31,
  and: 28,
  to: 26,
  a: 22,
  in: 19,
  that: 11,
  is: 10,
  was: 9,
  it: 9,
  for: 9,
  on: 7,
  with: 7,
  as: 7,
  be: 6,
  by: 5,
  at: 5,
  this: 5,
  not: 5,
  are: 5,
  from: 4,
  but: 4,
  or: 4,
  have: 4,
  an: 4,
  they: 4,
  which: 4,
  one: 3,
  were: 3,
  all: 3,
  their: 3,
  there: 3,
  has: 3,
  more: 2,
  when: 2,
  who: 2,
  will: 2,
  no: 2,
  if: 2,
  out: 2,
  so: 2,
  about: 2,
  only: 1,
  other: 1,
  these: 1,
  may: 1,
  any: 1,
  some: 1,
  what: 1,
  could: 1,
  than: 1,
  before: 1,
})

/** Different words beside those, and the shape of the curve that their frequencies follow (Zipf and Mandelbrot). */
const WORDS = 150_000
const EXPONENT = 1.07
/** The words of a topic have no function words before them on the curve; all words have. */
const SHIFT_OF_A_TOPIC = 2.7
const SHIFT = 50
/** What a document is about: of its rarer words, so many of a hundred are of its topic. */
const TOPICS = 2_000
const WORDS_OF_A_TOPIC = 300
const TOPICAL = 35
/** Lengths are log-normal: most documents are short, and a few are books. */
const SPREAD = 1.3
const LONGEST = 6_000_000
const FILES_A_FOLDER = 100

const SYLLABLES = 'ba ce di fo gu la me ni po ru sta ve wi kro tan ler min sor der pal quen hol tis mar ven'.split(' ')

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The word of a rank: frequent ones are short, and no two are the same. */
export function wordOf(rank: number): string {
  let word = SYLLABLES[rank % SYLLABLES.length] ?? ''
  for (let rest = Math.floor(rank / SYLLABLES.length) + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length]
  return word
}

/** The words of a topic: one of many is frequent everywhere. */
export function topicWord(topic: number, place: number): string {
  return wordOf(Math.floor(((topic * 7_919 + place * 104_729) % WORDS) * 0.98) + 40)
}

/** Places of a table, as many for each weight as its share is: a draw is one look. */
function tableOf(weights: readonly number[], size = 2 ** 20): Uint32Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const table = new Uint32Array(size)
  let sum = 0
  let at = 0
  for (const [index, weight] of weights.entries()) {
    sum += weight
    for (const end = Math.round((sum / total) * size); at < end; at += 1) table[at] = index
  }
  return table
}

const zipf = (count: number, shift: number) => Array.from({ length: count }, (_, rank) => (rank + shift) ** -EXPONENT)

/** Draws words as they follow one another in a text, without their grammar. */
function wordsFrom(random: () => number): (topic: number) => string {
  const draw = (table: Uint32Array) => table[Math.floor(random() * table.length)] ?? 0
  const functionWords = tableOf(
    FUNCTION_WORDS.map(([, share]) => share),
    4_096,
  )
  const share = FUNCTION_WORDS.reduce((sum, [, perThousand]) => sum + perThousand, 0) / 1_000
  const general = tableOf(zipf(WORDS, SHIFT))
  const topical = tableOf(zipf(WORDS_OF_A_TOPIC, SHIFT_OF_A_TOPIC), 4_096)
  const written = Array.from({ length: WORDS }, (_, rank) => wordOf(rank))
  return (topic) => {
    if (random() < share) return FUNCTION_WORDS[draw(functionWords)]?.[0] ?? ''
    if (random() * 100 < TOPICAL) return topicWord(topic, draw(topical))
    return written[draw(general)] ?? ''
  }
}

/**
 * Writes a folder of text and Markdown files of so many bytes in all, with the word frequencies of English and documents
 * that each have a topic and half of which are longer than `median` bytes. The same size and seed give the same files.
 */
export function writeLargeFolder(folder: string, bytes: number, median: number, seed = 1): void {
  const random = randomFrom(seed)
  const nextWord = wordsFrom(random)
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  let written = 0
  for (let number = 0; written < bytes; number += 1) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const length = Math.min(LONGEST, bytes - written, median * Math.exp(SPREAD * normal))
    const topic = Math.floor(random() * TOPICS)
    const isMarkdown = number % 2 === 0
    const heading = () =>
      `${isMarkdown ? '## ' : ''}${capital(topicWord(topic, Math.floor(random() * 20)))} ${nextWord(topic)}\n\n`
    let text = heading()
    while (text.length < length) {
      const words: string[] = []
      for (let count = 6 + Math.floor(random() * 20); count > 0; count -= 1) words.push(nextWord(topic))
      text += `${capital(words.join(' '))}.`
      const turn = random()
      text += turn < 0.04 ? `\n\n${heading()}` : turn < 0.22 ? '\n\n' : ' '
    }
    const place = join(folder, String(Math.floor(number / FILES_A_FOLDER)))
    if (number % FILES_A_FOLDER === 0) mkdirSync(place, { recursive: true })
    writeFileSync(join(place, `${topicWord(topic, number % 20)}-${number}.${isMarkdown ? 'md' : 'txt'}`), text)
    written += text.length
  }
}

/** Questions on such a folder: some words of a topic, and some that stand everywhere. */
export function largeQuestions(count: number, seed = 2): string[] {
  const random = randomFrom(seed)
  const topical = (topic: number) => topicWord(topic, Math.floor(random() ** 2 * 60))
  const frequent = () => wordOf(Math.floor(random() ** 2 * 300))
  return Array.from({ length: count }, (_, index) => {
    const topic = Math.floor(random() * TOPICS)
    return [
      `What does the ${topical(topic)} of a ${topical(topic)} say about ${frequent()} ${frequent()}?`,
      `How was the ${topical(topic)} ${frequent()} made for ${topical(topic)} and ${frequent()} in the ${frequent()}?`,
      `Which ${frequent()} ${frequent()} is the ${topical(topic)}?`,
      `Why did ${frequent()} ${frequent()} ${frequent()} and ${frequent()} change the ${frequent()}?`,
    ][index % 4] as string
  })
}
