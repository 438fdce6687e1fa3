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

test('a name is not read as a word so short that it is one by chance, nor is a word as what only shares a stem with one', () => {
  const statistics = statisticsOf(10, { red: 9, readi: 9, copi: 9 })
  expect(correctSpelling('How does Redis cope?', 'en', statistics).corrections).toEqual([])
  expect(correctSpelling('How many copise are raedy?', 'en', statistics).text).toBe('How many copies are ready?')
})

test('an ending is not parted from its word by a slip', () => {
  expect(correct('What survives the canal?').corrections).toEqual([])
  expect(correct('What is the largest canal?').corrections).toEqual([])
})

test('two words that stand side by side are meant by what joins them', () => {
  const statistics = statisticsOf(10, { ms: 2, dos: 2, 'ms dos': 1, bo: 1, at: 1 })
  expect(correctSpelling('a msdos boat', 'en', statistics).text).toBe('a ms-dos boat')
})

test('in a library of many passages a letter is taken for any other one only for a word that stands in several', () => {
  const texts = Array.from({ length: 400 }, (_, at) =>
    at === 0 ? 'A solitary planter.' : at < 4 ? 'A painter.' : 'A boat.',
  )
  const many = memoryLibrary(
    texts.map((text, at) => ({
      id: `d${at}`,
      url: `urn:d${at}`,
      title: 'Notes',
      text,
      sourceType: 'document' as const,
    })),
  )
  expect(correctSpelling('a plunter', 'en', many).corrections).toEqual([])
  expect(correctSpelling('a pawnter', 'en', many).corrections).toEqual([{ written: 'pawnter', meant: 'painter' }])
  expect(correctSpelling('a Plranter', 'en', many).corrections).toEqual([])
  expect(correctSpelling('a Pratinter or a plranter', 'en', many).corrections).toEqual([
    { written: 'plranter', meant: 'planter' },
  ])
  expect(correctSpelling('a plranter-boat', 'en', many).corrections).toEqual([])
  expect(correct('Does it have Brotli?').corrections).toEqual([])
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
  const statistics = statisticsOf(400, { imperi: 9, crisi: 9, readi: 9 })
  const read = (text: string) => correctSpelling(text, 'en', statistics).text
  expect(read('an impreial criisis')).toBe('an imperial crisis')
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

test('whose something is, and a long part of a compound, are put right; a contraction and a short part are not', () => {
  const often = heldOften(['Olsen', 'infected', 'dont', 'trade'], 3)
  const read = (text: string) => correctSpelling(text, 'en', often).text
  expect(read("What is Osen’s and Oslen's virus-infevted cell?")).toBe(
    "What is Olsen’s and Olsen's virus-infected cell?",
  )
  expect(read("The dnot't and the traed-off")).toBe("The dnot't and the traed-off")
  const once = heldOften(['infected'], 1)
  expect(correctSpelling('a virus-infevted cell', 'en', once).corrections).toEqual([])
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
