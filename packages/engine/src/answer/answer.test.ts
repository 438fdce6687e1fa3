import { expect, test } from 'vitest'
import type { Candidate, Evidence } from '#evidence/ledger.ts'
import { HEADS } from '#judge/fitted-heads.ts'
import type { Judged } from '#judge/relevance.ts'
import { contentTerms } from '#language/terms.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { compositionOf } from '../../test/composition.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { SourceDocument } from '../types.ts'
import { nameOf } from './attribution.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { compose, DIFFER, DIFFERENTLY, NOT_ANSWERED, NOTHING_FOUND } from './compose.ts'
import type { Composition } from './composition.ts'
import { rankLeads } from './lead.ts'
import { leadFeatures } from './lead-features.ts'
import { pointsBack, tieLength } from './opening.ts'
import { Writer } from './writer.ts'

const weights = new Map([...contentTerms('canal opened cost lock')].map((term) => [term, 1]))
const budget = { sentences: 4, sentencesADocument: 2 }

function candidate(id: string, score: number, ...quotes: [string, number][]): Candidate {
  const text = quotes.map(([quote]) => quote).join(' ')
  const document: SourceDocument = { id, url: `urn:${id}`, title: id, text, sourceType: 'other' }
  const evidence = quotes.map(([quote, worth]): Evidence => {
    const start = text.indexOf(quote)
    const terms = contentTerms(quote)
    const covers = new Set([...terms].filter((term) => weights.has(term)))
    return { document, start, end: start + quote.length, quote, terms, covers, score: worth, worth }
  })
  const signals = { question: 0, part: 0, origin: 0, expansion: 0, link: 0, support: 0, residual: 0, near: 0 }
  return {
    document,
    signals,
    score,
    covers: new Set(evidence.flatMap(({ covers }) => [...covers])),
    evidence,
    read: [],
    hits: [],
    iteration: 1,
  }
}

test('nothing is said twice, and no document speaks longer than its share', () => {
  const a = candidate(
    'a',
    1,
    ['The canal opened in 1914.', 1],
    ['In 1914 the canal opened.', 0.98],
    ['Its cost was high for all.', 0.9],
    ['A lock lifts each ship.', 0.9],
  )
  const chosen = chooseEvidence([{ candidate: a, probability: 1 }], weights, budget).map(({ quote }) => quote)
  expect(chosen).toHaveLength(2)
  expect(chosen).not.toContain('In 1914 the canal opened.')
})

test('to speak of the question again is no repetition', () => {
  const a = candidate(
    'a',
    1,
    ['The canal opened with one lock at great cost.', 1],
    ['The canal opened with one lock, and Ann wept.', 0.6],
    ['Ships came at great expense to see.', 0.55],
  )
  expect(chooseEvidence([{ candidate: a, probability: 1 }], weights, budget).map(({ quote }) => quote)[1]).toContain(
    'Ann wept',
  )
})

function write(evidence: readonly Evidence[], changes: Partial<Composition> = {}): string {
  return compose(compositionOf(evidence, changes))
    .map((part) => (part.kind === 'quote' ? `[${part.text}]` : part.text))
    .join('')
}

const of = (id: string, ...quotes: string[]) =>
  candidate(id, 1, ...quotes.map((quote): [string, number] => [quote, 1])).evidence

test('the answer begins with the best sentence, and says after it whence it is', () => {
  const [cost, opened] = of('Canal', 'Its cost was high.', 'The canal opened.')
  if (!cost || !opened) throw new Error('no evidence')
  expect(write([cost, opened], { lead: opened })).toBe('[The canal opened.] — Canal\n\nCanal: [Its cost was high.]')
})

test('where the name of the source says what "it" is, the name comes first', () => {
  expect(write(of('Canal', 'It opened in 1914.'))).toBe('Canal: [It opened in 1914.]')
})

test('sentences that adjoin in the source adjoin in the answer, what lies between others is marked', () => {
  const [a, , c] = of('Canal', 'The canal opened.', 'Bread is baked.', 'A lock lifts ships.')
  const [d, e] = of('Lake', 'Water is high.', 'Ships cross.')
  if (!a || !c || !d || !e) throw new Error('no evidence')
  expect(write([d, e, a, c], { lead: d })).toBe(
    '[Water is high. Ships cross.] — Lake\n\n[The canal opened.] … [A lock lifts ships.] — Canal',
  )
})

/** Evidence in the first block below a heading of a document. */
function under(heading: string, quote: string, id = 'Canal'): Evidence {
  const [found] = of(id, quote)
  if (!found) throw new Error('no evidence')
  const block = { start: 0, end: quote.length, kind: 'paragraph' as const, path: [heading] }
  const document = { ...found.document, blocks: [block] }
  return { ...found, document, block }
}

test('no passage follows that is of another subject, unclear by itself, no sentence, or a copy', () => {
  const opened = under('Opening', 'The canal opened for ships in the spring of 1914, after ten years of work.')
  const copy = under('Opening', 'The canal opened for ships in the spring of 1914, after ten years of work.', 'Copy')
  const pointing = under('Tolls', 'This lock was paid for by tolls.', 'B')
  const scrap = under('Tolls', 'Cost of a lock', 'C')
  const cost = under('Cost', 'A lock costs more than a gate.', 'D')
  const shown = (changes: Partial<Composition> = {}) =>
    write([opened], { lead: opened, further: [copy, pointing, scrap, cost], ...changes })
  const [first, last] = [`[${opened.quote}] — Canal › Opening`, `[${cost.quote}] — D › Cost`]
  expect(shown()).toBe(`${first}\n\n${last}`)
  expect(shown({ bears: () => false })).toBe(first)
})

test('sides that have an entry each need no more, unless a sentence tells how they differ', () => {
  const [gate, lock] = [
    under('gate', 'Keeps water out of a basin.', 'G'),
    under('lock', 'Lifts a ship to the lake.', 'L'),
  ]
  const both = under('Words', 'A lock is near a gate, and its cost is high.')
  const contrast = under('Words', 'A lock lifts ships, whereas a gate keeps water out.')
  const items = [gate, lock].map((definition) => ({
    name: definition.block?.path[0] ?? '',
    of: 'subject' as const,
    definition,
    holds: ({ quote }: Evidence) => quote.includes(definition.block?.path[0] ?? ''),
  }))
  const shown = (lead: Evidence) => write([lead], { shape: 'comparison', lead, items })
  const entries = `[${gate.quote}] — G › gate\n\n[${lock.quote}] — L › lock`
  expect(shown(both)).toBe(entries)
  expect(shown(contrast)).toBe(`[${contrast.quote}] — Canal › Words\n\n${entries}`)
})

test('what is compared stands in a block each, in the order of the question', () => {
  const evidence = ['B', 'A', 'C'].flatMap((id) => of(id, `${id} has a lock.`))
  const items = ['A', 'B'].map((name) => ({
    name,
    of: 'source' as const,
    definition: undefined,
    holds: ({ document }: Evidence) => document.id === name,
  }))
  expect(write(evidence, { shape: 'comparison', items })).toBe(
    '**A**\n- [A has a lock.] — A\n\n**B**\n- [B has a lock.] — B\n\n**Further**\n- [C has a lock.] — C',
  )
})

test('of a text without sections nothing follows that adds nothing, unless a level shows the rest', () => {
  const [opened, , cost] = candidate(
    'a',
    1,
    ['The canal opened in 1914.', 1],
    ['Ships came to it from all of the seas.', 0.1],
    ['Its cost was high.', 0.9],
  ).evidence
  const [lock] = candidate('b', 1, ['A lock lifts each ship.', 0.9]).evidence
  if (!opened || !cost || !lock) throw new Error('Each sentence is evidence.')
  const shown = (changes: Partial<Composition>) =>
    write([opened, cost, lock], { longest: 30, ...changes }).replaceAll(/[[\]]/g, '')
  const addsTo = ([each]: readonly { quote: string }[]) => each?.quote !== cost.quote
  expect(shown({})).toContain('cost')
  expect(shown({ addsTo })).not.toContain('cost')
  expect(shown({ addsTo })).toContain('lock')
  expect(shown({ addsTo, showsRest: true })).toContain('cost')
})

test('sources that differ stand side by side, and nothing is quoted twice', () => {
  const [a] = of('A', 'The canal opened in 1914.')
  const [b] = of('B', 'The canal opened in 1913.')
  const [c] = of('C', 'The canal opened in 1912.')
  if (!a || !b || !c) throw new Error('no evidence')
  expect(write([a], { contrasts: [[a, b]] })).toBe(
    `[The canal opened in 1914.] — A\n\n${DIFFERENTLY}\n- [The canal opened in 1913.] — B`,
  )
  expect(write([a, b], { contrasts: [[b, c]] })).toContain(`${DIFFER}\n- [The canal opened in 1913.] — B\n- [`)
})

test('a part of what is too long to quote whole is marked as one', () => {
  const keepers = `a gate${' and a keeper'.repeat(60)}.`
  const [start, rest] = of('A', 'The canal has a lock, a tower,', keepers)
  if (!start || !rest) throw new Error('no evidence')
  expect(write([start])).toBe('[The canal has a lock, a tower,] … — A')
  expect(write([rest])).toBe(`… [${keepers}] — A`)
})

test('an item is no part of something, whatever its marker is', () => {
  const text = 'Locks:\n- opens the gate when a ship comes.'
  const [start, marker] = [text.indexOf('opens'), text.indexOf('- ')]
  const document = { id: 'A', url: 'urn:A', title: 'A', text, sourceType: 'other' }
  const block = { start: marker, end: text.length, kind: 'item' as const, path: [] }
  const writer = new Writer()
  writer.passage([{ document, start, end: text.length, quote: text.slice(start), block }])
  expect(writer.parts.map((part) => part.text).join('')).toBe('opens the gate when a ship comes. — A')
})

test('an answer that is none says so first', () => {
  expect(write([], { lead: undefined })).toBe(NOTHING_FOUND)
  expect(write(of('A', 'The canal opened.'), { answered: false })).toBe(`${NOT_ANSWERED}\n\n- [The canal opened.] — A`)
})

test('a sentence of a section that begins by pointing back is told where it stands', () => {
  const [hanging] = of('B', 'It cost a fortune.')
  if (!hanging) throw new Error('no evidence')
  const writer = new Writer()
  writer.passage([{ ...hanging, block: { start: 0, end: hanging.end, kind: 'paragraph', path: ['Works'] } }])
  expect(writer.parts.map(({ text }) => text).join('')).toBe('It cost a fortune. — B › Works')
})

test('the lead is what counts for most', () => {
  const [a] = of('A', 'The canal opened.')
  const [b] = of('B', 'The canal opened.')
  if (!a || !b) throw new Error('no evidence')
  const leadBy = (name: string, value: number) =>
    rankLeads([a, b], (each) => ({ [name]: each === b ? value : 0 }), HEADS)[0]?.evidence
  for (const name of [
    'worth',
    'document',
    'found',
    'may',
    'reason',
    'headed',
    'shown',
    'beyond',
    'named',
    'code',
    'bound',
  ])
    expect([name, leadBy(name, 2)]).toEqual([name, b])
  for (const name of ['unclear', 'asks']) expect([name, leadBy(name, -2)]).toEqual([name, b])
  expect(rankLeads([a, b], () => ({}), HEADS).map(({ evidence }) => evidence)).toEqual([a, b])
  expect(rankLeads([], () => ({}), HEADS)).toEqual([])
})

test('what counts is whom the question names, that a sentence is clear by itself, and that it may answer', () => {
  const asked = understand('When did the canal open?', { library: memoryLibrary([]), origins: new Origins([]) })
  const judged = (id: string, ...quotes: string[]): Judged => {
    return { candidate: candidate(id, 1, ...quotes.map((quote): [string, number] => [quote, 1])), probability: 0.75 }
  }
  const cited = [judged('A', 'The canal opened in 1914.', 'It is old.')]
  const evidence = cited.flatMap((each) => each.candidate.evidence)
  const features = leadFeatures({
    question: { ...asked, named: new Set(['A']) },
    cited,
    chosen: evidence,
    asksForCode: false,
    asksForList: false,
    longest: 600,
  })
  const [dated, old] = evidence
  if (!dated || !old) throw new Error('no evidence')
  expect(features(dated)).toMatchObject({
    document: 0.75,
    named: 1,
    fitsFirst: 1,
    may: 1,
    unclear: 0,
  })
  expect(features(old)).toMatchObject({ fitsFirst: 0, may: 0, unclear: 0 })
  const speech = { ...old, document: { ...old.document, authors: ['X'], year: 1900 } }
  expect(features(speech)).toMatchObject({ unclear: 1 })
  expect(features({ ...old, quote: 'Why is it old?' })).toMatchObject({ asks: 1, may: 0 })
})

test.each([
  ['He opened the canal.', true],
  ['“These locks are old.', true],
  ['It is necessary to dig.', false],
  ['It opened in 1914.', true],
  ['This year the canal opened.', false],
  ['This bill failed.', true],
  ['The canal opened.', false],
  ['Italy has canals.', false],
])('%s points back: %s', (sentence, expected) => {
  expect(pointsBack(sentence)).toBe(expected)
})

test.each([
  ['However, the canal opened.', 'the canal opened.'],
  ['And the canal opened.', 'the canal opened.'],
  ['But for the canal, trade would end.', 'But for the canal, trade would end.'],
  ['US ships pay.', 'US ships pay.'],
])('%s is quoted without what ties it: %s', (sentence, expected) => {
  expect(sentence.slice(tieLength(sentence))).toBe(expected)
})

test.each([
  [{ authors: ['A'], year: 1900 }, 'A (1900)'],
  [{ authors: ['A', 'B'], year: 1900 }, 'A and others (1900)'],
  [{ authors: ['A'] }, 'A, T'],
  [{ year: 1900 }, 'T (1900)'],
  [{ publisher: 'P', authors: ['A'], year: 1900 }, 'P, T (1900)'],
  [{}, 'T'],
])('a source known by %o is named %s', (known, name) => {
  expect(nameOf({ id: 'd', url: 'urn:d', title: 'T', text: '', sourceType: 'other', ...known })).toBe(name)
})
