import { expect, test } from 'vitest'
import { memoryLibrary } from '../../test/memory-library.ts'
import { correctSpelling } from './spelling.ts'

const library = memoryLibrary([
  ...[
    'The presidents justify the Panama Canal.',
    'Presidents speak of the canal.',
    'Versas is no word.',
    'A timer ends.',
    'The boat is a survivejs.',
    'A bot and bots are ready.',
    'It is large.',
  ].map((text, at) => ({
    id: `d${at}`,
    url: `urn:d${at}`,
    title: 'Notes',
    text,
    sourceType: 'document' as const,
  })),
])
const correct = (text: string) => correctSpelling(text, 'en', library)

/** A library of so many passages, and in how many of them each term stands. */
const statisticsOf = (passageCount: number, terms: Record<string, number>) => ({
  passageCount,
  documentFrequency: (term: string) => terms[term] ?? 0,
})

test('takes words that are nowhere for those that are one slip away', () => {
  expect(correct('Why do presidnets justfy the Panma Cannal?')).toEqual({
    text: 'Why do presidents justify the Panama Canal?',
    corrections: [
      { written: 'presidnets', meant: 'presidents' },
      { written: 'justfy', meant: 'justify' },
      { written: 'Panma', meant: 'Panama' },
      { written: 'Cannal', meant: 'Canal' },
    ],
  })
})

test.each([
  'What do presidents say of the canal?',
  'What does a tiger eat?',
  'The canal versus a timer',
  'Is cannal.example spoken of, and presidnets/canal?',
  'Does CANAK know "canla" and `cnal` or the camal_x of Ponama?',
])('leaves %s as it is', (text) => {
  expect(correct(text).text).toBe(text.replace('Ponama', 'Panama'))
})

test('leaves words that it knows as they are, though no document has them', () => {
  const texts = ['The match was played in the junker.', 'They exist in stow.', 'Bills are Jimmys, Mondax.']
  const other = memoryLibrary(
    texts.map((text, at) => ({ id: `d${at}`, url: `urn:d${at}`, title: '', text, sourceType: 'document' })),
  )
  const read = (text: string) => correctSpelling(text, 'en', other).text
  for (const text of [
    'Who came in March, on Monday?',
    'Does Junke sell seven slow rooms?',
    'What did Jimmy do in June?',
  ])
    expect(read(text)).toBe(text.replace('Junke', 'Junker'))
})

test('takes a letter of a word of five for the one beside it on a keyboard', () => {
  expect(correct('Which cabal is it, and when does a tiner end?').text).toBe(
    'Which canal is it, and when does a timer end?',
  )
})

test('a misspelt word without meaning is put right, and nothing is said of it', () => {
  expect(correct('On wgich day did theor presidents speak?')).toEqual({
    text: 'On which day did their presidents speak?',
    corrections: [],
  })
})

test('an ending is not parted from its word by a slip', () => {
  expect(correct('What survives the canal?').corrections).toEqual([])
  expect(correct('What is the largest canal?').corrections).toEqual([])
})

test('a right word is not read as one that stands in hardly a passage, which may be a slip itself', () => {
  const statistics = statisticsOf(400, { compat: 2, painter: 3, readi: 9, copi: 9 })
  const read = (text: string) => correctSpelling(text, 'en', statistics).corrections
  expect(read('How is it compared?')).toEqual([])
  expect(read('a pawnter')).toEqual([{ written: 'pawnter', meant: 'painter' }])
  expect(read('How does Redis cope?')).toEqual([])
})

test('an English word is no slip for what the library has, and a letter too many leaves a word of four', () => {
  const other = memoryLibrary(
    ['The log is kept.', 'An initation is sent.', 'Zlog and zlogs.'].map((text, at) => ({
      ...{ id: `d${at}`, url: `urn:d${at}`, title: '', text, sourceType: 'document' },
    })),
  )
  const read = (text: string) => correctSpelling(text, 'en', other).text
  expect(read('How do I add a logo to an invitation?')).toBe('How do I add a logo to an invitation?')
  expect(read('Is a logg kept as zzlog?')).toBe('Is a logg kept as zlog?')
})

test('what a stem only begins is put right like any other word', () => {
  const statistics = statisticsOf(400, { imperi: 9, readi: 9 })
  const read = (text: string) => correctSpelling(text, 'en', statistics).text
  expect(read('an impreial boat')).toBe('an imperial boat')
  expect(read('a readus')).toBe('a readus')
})

/** A library in which each word stands in so many passages. */
const heldOften = (words: readonly string[], times: number) =>
  memoryLibrary(
    words.flatMap((word, at) =>
      Array.from({ length: times }, (_, copy) => ({
        ...{ id: `d${at} ${copy}`, url: `urn:d${at}-${copy}`, title: 'Notes', text: word },
        sourceType: 'document' as const,
      })),
    ),
  )

test('whose something is is put right; a contraction and a part of a compound are not', () => {
  const often = heldOften(['Olsen', 'dont', 'trade'], 3)
  const read = (text: string) => correctSpelling(text, 'en', often).text
  expect(read("What is Osen’s and Oslen's cell?")).toBe("What is Olsen’s and Olsen's cell?")
  expect(read("The dnot't and the traed-off")).toBe("The dnot't and the traed-off")
})

test('a letter is missing before an ending where the word is not rare', () => {
  const read = (times: number) => correctSpelling('two schoos', 'en', heldOften(['schools'], times)).text
  expect(read(3)).toBe('two schools')
  expect(read(2)).toBe('two schoos')
})

test('a word without meaning takes no ending', () => {
  const statistics = statisticsOf(100, { can: 90, canal: 9 })
  expect(correctSpelling('the Panama Canl', 'en', statistics).text).toBe('the Panama Canal')
})

test('for words of more than forty letters, and for more than eight words, no others are looked for', () => {
  let asked = 0
  const statistics = {
    passageCount: 10,
    documentFrequency(term: string) {
      asked += 1
      return term === 'presid' ? 9 : 0
    },
  }
  const long = 'a'.repeat(39)
  correctSpelling(`${long}b`, 'en', statistics)
  expect(asked).toBeGreaterThan(1_000)
  asked = 0
  correctSpelling(`${long}bc ${'я'.repeat(10_000)}`, 'en', statistics)
  expect(asked).toBe(0)
  const words = Array.from({ length: 20 }, (_, at) => `presidnet${'bcdfghjklmnpqrstvwxz'.charAt(at)}`)
  asked = 0
  correctSpelling(words.slice(0, 8).join(' '), 'en', statistics)
  const ofEight = asked
  asked = 0
  correctSpelling(words.join(' '), 'en', statistics)
  expect(asked).toBe(ofEight + 12)
  expect(correctSpelling('presidnet '.repeat(20), 'en', statistics).corrections).toHaveLength(20)
})
