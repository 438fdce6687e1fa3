import { expect, test } from 'vitest'
import type { AnswerPart } from '#cite/assemble.ts'
import type { SubQuestion } from '#depth/sub-question.ts'
import { Subject } from '#depth/subject.ts'
import { type Evidence, Ledger } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { SourceDocument } from '../types.ts'
import { Opening } from './opening.ts'

const evidenceOf = (document: SourceDocument) => {
  const quote = document.text.slice()
  const terms = new Set()
  return { document, start: 0, end: quote.length, quote, terms, covers: new Set(), score: 1 } as unknown as Evidence
}

/** `byParts`: what a model noted of the whole question, and of each part of it; `shows`: what it says that each shows. */
function openingOf(
  text: string,
  quotes: readonly string[],
  byParts: readonly (readonly string[])[] = [],
  shows = 'what it shows',
) {
  const documents = quotes.map(
    (quote, i): SourceDocument => ({ id: `d${i}`, url: `urn:${i}`, title: 'A paper', text: quote, sourceType: 'text' }),
  )
  const library = memoryLibrary(documents)
  const question = understand(text, { library, origins: new Origins(library.origins()) })
  const notes = documents.map((document) => ({
    evidence: evidenceOf(document),
    // What a model noted says what it shows.
    shows: document.text.slice().startsWith('Divers') ? shows : '',
    sub: { text } as SubQuestion,
  }))
  const run = { question, ledger: new Ledger() } as unknown as Run
  const subs = byParts.map((own) => {
    const noted = own.map((quote) => ({ evidence: sourceOf(quote), shows }))
    return { text, notes: noted, run } as unknown as SubQuestion
  })
  return new Opening({ run, subs, subject: new Subject(question), leads: [] }, notes)
}

const noteOf = (id: string, quote: string) =>
  evidenceOf({ id, url: 'urn:own', title: 'A paper', text: quote, sourceType: 'text' })

/** A sentence as it stands in a source of its own. */
const sourceOf = (quote: string) => noteOf(quote, quote)

/** A sentence that a model wrote of some sources. */
const written = (text: string, quotes: readonly string[], method: 'judge' | 'verbatim' = 'judge', borneOut = true) => {
  const parts = [{ kind: 'claim', text, verification: { method } }] as unknown as AnswerPart[]
  return { parts, cited: quotes.map(sourceOf), borneOut }
}

const QUESTION = 'How did ferries and trams do?'

test('a question is answered where a sentence does what it asks of all its subject', () => {
  const both = 'The ferries and the trams of the town have lost half of their riders.'
  expect(openingOf(QUESTION, [both, 'The ferries of the town are old and green.']).answers).toBe(true)
})

test('it is not where sentences hold a part of its subject, or do nothing of what it asks', () => {
  const parts = [
    'The ferries of the town have lost half of their riders.',
    'The trams have been painted red by the town.',
  ]
  expect(openingOf(QUESTION, parts).answers).toBe(false)
  expect(openingOf(QUESTION, ['The ferries and the trams of the town are green and slow.']).answers).toBe(false)
})

test('nor where what is done to a name has nothing to do with the other words of the subject', () => {
  const quotes = [
    'The Harbour League has been won by the town team.',
    'The Harbour League was founded by Mira Olsen.',
    'A title in a race of boats is old.',
  ]
  expect(openingOf('How did the title race of the Harbour League develop?', quotes).answers).toBe(false)
  const race = 'The title race of the Harbour League has been won by the town team.'
  expect(openingOf('How did the title race of the Harbour League develop?', [...quotes, race]).answers).toBe(true)
})

test('a question that asks for nothing of the kind is answered by what is on its subject', () => {
  expect(openingOf('Which ferries has the town?', ['The ferries of the town are old and green.']).answers).toBe(true)
})

const bestOf = (text: string, quotes: readonly string[]) =>
  openingOf(text, quotes).again.notes.map(({ evidence }) => evidence.quote)

test('what does what is asked opens, though another sentence holds as much of the subject', () => {
  const verdict = 'In the trial Mira Olsen has been found guilty by the court of the town.'
  const other = 'The trial of Mira Olsen is a trial of the harbour board as well.'
  expect(bestOf('What happened in the trial of Mira Olsen?', [other, verdict])[0]).toBe(verdict)
})

test('what does what is asked is told before what only holds more of the subject', () => {
  const told = [
    'The harbour team of the town won the cup by two goals.',
    'The harbour team lost its last match of the cup in June.',
    'The harbour team was beaten in the cup by the guests of the south.',
  ]
  const other = 'The harbour team of the town has a harbour, a cup and a team of friends.'
  const best = bestOf('How did the harbour team play in the cup?', [other, ...told])
  expect(best.slice(0, 3)).not.toContain(other)
})

test('of each thing that a question asks for one sentence comes first', () => {
  const reason = 'The harbour bridge was closed because a pier of the bridge had sunk.'
  const again = 'The harbour bridge was closed because the trams of the bridge were too heavy.'
  const outcome = 'The builder of the harbour bridge resigned in May of that year.'
  const best = bestOf('Why was the harbour bridge closed, and what happened to its builder?', [reason, again, outcome])
  expect(best.slice(0, 2)).toContain(outcome)
})

test('a question for a person opens with the name in full', () => {
  const full = 'The harbour bridge of the town was drawn by Mira Olsen in a year.'
  const short = 'The harbour bridge of the town that Olsen drew is the harbour bridge of today.'
  expect(bestOf('Who drew the harbour bridge of the town?', [short, full])[0]).toBe(full)
})

test('each name of a list is told of among the first', () => {
  const [olsen, again] = [
    'Mira Olsen was necessary for the harbour bridge of the town.',
    'Mira Olsen gave the harbour bridge because it was necessary for the town.',
  ]
  const holt = 'The harbour bridge was drawn by Agnes Holt in the spring.'
  const question = 'Why were Mira Olsen and Agnes Holt asked for the harbour bridge?'
  expect(bestOf(question, [olsen, again, holt]).slice(0, 3)).toContain(holt)
})

test('a list of names is answered where each of them is told of with the other words of the subject', () => {
  const question = 'Why were Larkmoor and Dunholm annexed?'
  const larkmoor = 'Larkmoor was annexed because the harbour was needed by the town.'
  const beside = 'Trams were needed in Dunholm because the roads of the town were bad.'
  const half = openingOf(question, [larkmoor, beside])
  expect(half.answers).toBe(false)
  expect(half.lacking).toContain('none of them plainly gives a reason for it in the case of Dunholm')
  const dunholm = 'Dunholm was annexed because the wells of the town were empty.'
  expect(openingOf(question, [larkmoor, dunholm]).answers).toBe(true)
})

test('of a comparison each side is told of alone, though one sentence names both', () => {
  const quotes = [
    'Larkmoor under Mira Olsen and Dunmoor under Jon Vik may meet in the cup.',
    'Larkmoor under Mira Olsen have lost four games at home.',
    'Larkmoor of Mira Olsen lost to the guests of the north on Sunday.',
    'Larkmoor of Mira Olsen are losing where they used to win with ease.',
    'Larkmoor of Mira Olsen are a club in a crisis of its own making.',
    'Dunmoor of Jon Vik have a keeper from a club of the north.',
  ]
  const question = "How do Larkmoor's troubles under Mira Olsen compare with Dunmoor's under Jon Vik?"
  const { passage } = openingOf(question, quotes)
  expect(passage.notes.slice(1, 3).map(({ evidence }) => evidence.quote)).toEqual(quotes.slice(-2))
})

test('of two stories that are compared each is told by what is of whose it is', () => {
  const quotes = [
    'The prosecution told a story of a captain who sold the ferry of Mira Olsen by night.',
    'The story of Mira Olsen is old, and so are the stories of Mira Olsen and her ferry.',
    'The stories about Mira Olsen are told in each town of the north, and so is her story.',
    'The defence said that Olsen had been asleep in a bed of the harbour until the sun had come up.',
    'The defence said nothing of her ferry until the second day of the week in the town hall.',
  ]
  const question = "How did the prosecution's and the defence's stories about Mira Olsen differ?"
  const { passage } = openingOf(question, quotes)
  expect(passage.notes.slice(0, 2).map(({ evidence }) => evidence.quote)).toContain(quotes[3])
})

test('what is told of somebody who is not named, or leads to a list that is cut off, does not open', () => {
  const plain = 'The harbour bridge of the town was closed because a pier had sunk.'
  const him = 'The harbour bridge was closed because of what he called a danger to the town.'
  const list = 'The harbour bridge of the town was closed because of the following reasons: 1.'
  expect(bestOf('Why was the harbour bridge closed?', [him, list, plain])).toEqual([plain])
})

const WHY = 'Why was the harbour bridge of the town closed?'
const SUNK = 'A pier of the harbour bridge of the town had sunk by a foot.'
const OLD = 'The harbour bridge of the town is old and green.'
const PLAIN = Array.from(
  { length: 60 },
  (_, i) => `The harbour bridge of the town has a pier that is painted in red, ${i} feet high.`,
)
const REASON = 'The harbour bridge of the town was closed because a pier had sunk.'

test('what a model writes answers where it does what is asked, or where a judge bore out several sentences of its own', () => {
  const opening = openingOf(WHY, [OLD])
  expect(opening.answers).toBe(false)
  const own = [written(SUNK, [OLD]), written('The town saw the harbour bridge go down.', [OLD])]
  expect(opening.isAnsweredBy(own)).toBe(true)
  expect(opening.isAnsweredBy(own.slice(1))).toBe(false)
  expect(opening.isAnsweredBy(own.map((one) => ({ ...one, borneOut: false })))).toBe(false)
  expect(opening.isAnsweredBy([written(SUNK, [OLD], 'verbatim'), written(OLD, [OLD], 'verbatim')])).toBe(false)
  expect(opening.isAnsweredBy([written(REASON, [OLD], 'verbatim')])).toBe(true)
  expect(opening.isAnsweredBy([written(REASON, [OLD], 'verbatim', false)])).toBe(false)
  const elsewhere = ['The trams are red.', 'The trams are late because of snow.']
  expect(opening.isAnsweredBy(elsewhere.map((text) => written(text, ['The trams are slow.'])))).toBe(false)
})

test('it answers too with what a model noted in its own words, though the words of the subject do not stand there', () => {
  const found = 'Divers saw in week 1 that the ground below it was soft.'
  const sentence = { ...written('The ground was soft, as divers saw.', []), cited: [noteOf('d1', found)] }
  const opened = (shows: string) => openingOf(WHY, [OLD, found], [[]], shows)
  expect(opened('soft ground below its piers').isAnsweredBy([sentence, sentence])).toBe(true)
  expect(opened('Divers saw in week 1').isAnsweredBy([sentence, sentence])).toBe(false)
})

test('of a list of names each one has to be told of', () => {
  const opening = openingOf('Why were Larkmoor, Dunholm, Tarnwick and Skerrow annexed?', [OLD])
  const told = (names: string) => `${names} were annexed because the harbour was needed by the town.`
  const isAnswered = (names: string) => opening.isAnsweredBy([written(told(names), [told(names)], 'verbatim')])
  expect(isAnswered('Larkmoor, Dunholm and Tarnwick')).toBe(false)
  expect(isAnswered('Larkmoor, Dunholm, Tarnwick and Skerrow')).toBe(true)
})

test('a model says in it what it chose of its notes, but the first sentence is understood by itself', () => {
  const opening = openingOf(WHY, [REASON])
  const said = (text: string, isFirst: boolean) => opening.mayBeSaid(written(text, [OLD]), isFirst)
  expect(said('Divers saw that the ground was soft.', true)).toBe(true)
  expect(said('Because of this it was soft, as they saw.', true)).toBe(false)
  expect(said('Because of this it was soft, as they saw.', false)).toBe(true)
})

test('a model chooses among many notes; a copy of the best ones answers only where one of these does what is asked', () => {
  const { passage } = openingOf(WHY, PLAIN)
  expect(passage.notes).toHaveLength(48)
  expect(openingOf(WHY, [...PLAIN, REASON]).answers).toBe(true)
  const far =
    'Of the town and of its harbour, where there once was a bridge, it is said that it fell because of the ground.'
  expect(openingOf(WHY, [...PLAIN, far]).passage.notes.map(({ evidence }) => evidence.quote)).toContain(far)
  expect(openingOf(WHY, [...PLAIN, far]).answers).toBe(false)
})

test('what a model noted in its own words is shown before what only holds the words of the question', () => {
  const own = Array.from({ length: 40 }, (_, i) => `Divers saw in week ${i} that the ground below it was soft.`)
  const notes = openingOf(WHY, [...PLAIN, ...own], [], 'soft ground below its piers').passage.notes
  expect(notes).toHaveLength(48)
  expect(notes.filter(({ evidence }) => evidence.quote.startsWith('Divers'))).toHaveLength(30)
  const copied = openingOf(WHY, PLAIN, [own], 'Divers saw').passage.notes
  expect(copied).toHaveLength(60)
  expect(copied.slice(0, 48).some(({ evidence }) => evidence.quote.startsWith('Divers'))).toBe(false)
})

test('it is written from what a model noted too: first of the whole question, then of its parts, and no tables', () => {
  const of = (part: string) => Array.from({ length: 9 }, (_, i) => `The ${part} of pier ${i + 1} had sunk by a foot.`)
  const table = 'Pier 1 2 3 4 5 6 7 8 9 10 11 12 feet 1 2 3 4 5 6 7 8 9'
  const { passage } = openingOf(WHY, [REASON], [[table, ...of('whole')], of('part')])
  const noted = passage.notes.slice(1).map(({ evidence }) => evidence.quote)
  expect(noted).toHaveLength(12)
  expect(noted.slice(0, 5)).toEqual(of('whole').slice(0, 5))
  expect(noted.filter((quote) => quote.includes('part')).length).toBeGreaterThan(4)
})
