import { expect, test } from 'vitest'
import type { SubQuestion } from '#depth/sub-question.ts'
import { Subject } from '#depth/subject.ts'
import { type Evidence, Ledger } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { SourceDocument } from '../types.ts'
import { Opening } from './opening.ts'

function openingOf(text: string, quotes: readonly string[]) {
  const documents = quotes.map(
    (quote, i): SourceDocument => ({ id: `d${i}`, url: `urn:${i}`, title: 'A paper', text: quote, sourceType: 'text' }),
  )
  const library = memoryLibrary(documents)
  const question = understand(text, { library, origins: new Origins(library.origins()) })
  const notes = documents.map((document) => {
    const quote = document.text.slice()
    const evidence = { document, start: 0, end: quote.length, quote, terms: new Set(), covers: new Set(), score: 1 }
    return { evidence: evidence as unknown as Evidence, shows: '', sub: {} as SubQuestion }
  })
  const run = { question, ledger: new Ledger() } as unknown as Run
  return new Opening({ run, subs: [], subject: new Subject(question), leads: [] }, notes)
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

test('what settles it opens: the cup is won but once', () => {
  const won = 'In June the town rowers won the Harbour League cup before a crowd of friends.'
  const others = [
    'The rowers of the north lost a race of the Harbour League, their third defeat in the Harbour League.',
    'In the Harbour League the rowers of the south beat the rowers of the east by a length.',
  ]
  expect(bestOf('How did the Harbour League unfold?', [...others, won])[0]).toBe(won)
})

test('what is told of somebody who is not named, or leads to a list that is cut off, does not open', () => {
  const plain = 'The harbour bridge of the town was closed because a pier had sunk.'
  const him = 'The harbour bridge was closed because of what he called a danger to the town.'
  const list = 'The harbour bridge of the town was closed because of the following reasons: 1.'
  expect(bestOf('Why was the harbour bridge closed?', [him, list, plain])).toEqual([plain])
})
