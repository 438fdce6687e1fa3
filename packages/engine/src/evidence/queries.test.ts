import { expect, test } from 'vitest'
import { NameDictionary } from '#language/name-dictionary.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { HEADS } from '../judge/fitted-heads.ts'
import type { SourceDocument } from '../types.ts'
import type { Candidate } from './ledger.ts'
import { expansionsFrom } from './queries.ts'

const document = (id: string, text: string, publisher?: string): SourceDocument => {
  return { id, url: `urn:${id}`, title: id, text, sourceType: 'document', ...(publisher && { publisher }) }
}

const ALMANAC = document(
  'Tide Almanac',
  'The Tide Almanac was printed by the Lantern Guild. Its cover shows the tower of Orrin Vale, and Wednesday is spelt wrong.',
)
const OTHERS = [
  document('Guilds', 'The Lantern Guild was founded by a weaver. It had its hall beside a mill.'),
  ...Array.from({ length: 29 }, (_, at) => document(`Page ${at}`, 'On Wednesday the market is closed.')),
]

/** The texts of the queries that the almanac leads to, the weightiest first. */
function leadsFrom(query: string, first = ALMANAC, others: readonly SourceDocument[] = OTHERS) {
  const library = memoryLibrary([first, ...others])
  const collection = {
    library,
    titles: new NameDictionary([]),
    origins: new Origins(library.origins()),
    heads: HEADS,
  }
  const question = understand(query, collection)
  const holds = (term: string) => question.goal.terms(first.text.slice()).some((each) => each.term === term)
  const candidate: Candidate = {
    document: first,
    signals: { question: 1, part: 0, origin: 0, expansion: 0, link: 0, support: 1, residual: 0, near: 0 },
    score: 1,
    covers: new Set(question.terms.filter(holds)),
    evidence: [],
    read: [],
    hits: [],
    iteration: 1,
  }
  const expansions = expansionsFrom(candidate, question, collection)
  return expansions.sort((a, b) => b.weight - a.weight).map(({ text }) => text)
}

test('what a document lacks is sought with a name in it, before all its rare words; not with one that leads nowhere', () => {
  const [first, ...rest] = leadsFrom('Who founded the guild that printed the Tide Almanac?')
  expect(first).toBe('founded Lantern Guild')
  expect(rest.join('\n')).not.toContain('founded Wednesday')
  expect(rest).not.toContain('founded Orrin Vale')
})

test('where the question names a source, a short document of it leads to no names', () => {
  const first = document(ALMANAC.id, `${ALMANAC.text}`, 'Coast Herald')
  const texts = leadsFrom(
    'What does the Coast Herald say of who founded the guild that printed the Tide Almanac?',
    first,
  )
  expect(texts.some((text) => text.endsWith(' Lantern Guild'))).toBe(false)
})

test('in a library of two documents a name of both leads from one to the other', () => {
  const texts = leadsFrom('Who founded the guild that printed the Tide Almanac?', ALMANAC, OTHERS.slice(0, 1))
  expect(texts).toContain('founded Lantern Guild')
})
