import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { Block, BlockKind } from '../types.ts'
import { labelFeatures, plainTitle } from './lead-label.ts'

const NONE: ReadonlySet<string> = new Set()

/** A sentence that stands under a label, behind another paragraph. */
function under(label: string, quote: string, kind: BlockKind = 'paragraph') {
  const first = 'Ferries carry people over the water.\n'
  const own: Block = { start: first.length, end: first.length + quote.length, kind, path: [label] }
  const opening: Block = { start: 0, end: first.length - 1, kind: 'paragraph', path: [] }
  const document = {
    id: 'd',
    url: 'urn:d',
    title: 'Ferry',
    text: first + quote,
    sourceType: 'other',
    blocks: [opening, own],
  }
  const evidence: Evidence = {
    document,
    start: own.start,
    end: own.end,
    quote,
    block: own,
    covers: NONE,
    terms: NONE,
    score: 0,
    worth: 0,
  }
  return { evidence, label, begins: true, isOfSubject: false }
}

const measure = (question: string, agreement: (text: string) => number = () => 0) =>
  labelFeatures(understand(question, { library: memoryLibrary([]), origins: new Origins([]) }), agreement)

test('an entry opens by what begins under its label, an item with its own', () => {
  const features = measure('What is a ferry?', (text) => Number(text === 'Ferry'))
  expect(features(under('Ferry', 'A boat.'))).toMatchObject({ entry: 1, defines: 1 })
  expect(features({ ...under('Ferry', 'A boat.'), begins: false })).toMatchObject({ entry: 0, defines: 0 })
  expect(features({ ...under('Ferry', 'Ferry: a boat.', 'item'), begins: false })).toMatchObject({ entry: 1 })
  expect(features(under('Roll-on ship (Ferry)', 'A boat.'))).toMatchObject({ entry: 0, defines: 1 })
  const how = measure('How does a ferry land?', (text) => Number(text === 'Ferry'))
  expect(how(under('Ferry', 'A boat.'))).toMatchObject({ entry: 1, defines: 0 })
})

test('a sentence that is a definition defines, one that only names the subject does not', () => {
  const features = measure('What is a ferry?')
  expect(features(under('Boats', 'A ferry is a boat.'))).toMatchObject({ defines: 1 })
  expect(features(under('Boats', 'The ferry leaves at noon.'))).toMatchObject({ defines: 0 })
})

test('a heading that tells how to use a thing is less the entry of what it is', () => {
  const fits = (text: string) => Number(/ferry/i.test(text))
  const entryOf = (question: string) => measure(question, fits)(under('Using a ferry', 'A boat.'))['entry'] ?? 0
  expect(entryOf('What is a ferry?')).toBeLessThan(entryOf('How do I use a ferry?') / 2)
})

test('what provides a way to do something is thereby defined', () => {
  const features = measure('What is ferrying?')
  expect(features(under('Boats', 'Ferrying provides a way to cross the water.'))).toMatchObject({ outright: 1 })
})

test('a sentence that opens with the subject alone, and says what it is, defines it outright', () => {
  const partial = measure('What is a floating crane?')
  expect(partial(under('Cranes', 'A floating crane is a ship that lifts.'))).toMatchObject({ outright: 1 })
  expect(partial(under('Cranes', 'A floating crane licence is a paper.'))).toMatchObject({ outright: 0 })
  expect(partial(under('Cranes', 'A floating crane lifts what is heavy.'))).toMatchObject({ outright: 0 })
  const named = measure('What is a WITHOUT ROWID table?')
  expect(named(under('Tables', 'A WITHOUT ROWID table is a tree.'))).toMatchObject({ outright: 1 })
  expect(named(under('Tables', 'A rowid table is any other one.'))).toMatchObject({ outright: 0 })
})

test('how a document begins introduces what it is called, where that is asked', () => {
  const { evidence } = under('Boats', 'It lands at noon.')
  const opening = { ...evidence, start: 0, end: 36, block: evidence.document.blocks?.at(0) }
  const place = { evidence: opening, label: '', begins: false, isOfSubject: true }
  expect(measure('What is a ferry?')(place)).toMatchObject({ introduces: 1 })
  expect(measure('What is a ferry?')({ ...place, isOfSubject: false })).toMatchObject({ introduces: 0 })
  expect(measure('What is a ferry?')({ ...place, evidence })).toMatchObject({ introduces: 0 })
  expect(measure('When does a ferry land?')(place)).toMatchObject({ introduces: 0 })
})

test('a way is not told by a setting or an option that turns something off, unless it is named', () => {
  for (const label of ['--no-netrc', 'stash.showUntracked'])
    expect(measure('How do I stash files?')(under(label, 'Set it.'))).toMatchObject({ aside: 1 })
  expect(measure('How do I stash files?')(under('--all', 'Set it.'))).toMatchObject({ aside: 0 })
  expect(measure('How do I use --no-netrc?')(under('--no-netrc', 'Set it.'))).toMatchObject({ aside: 0 })
  expect(measure('What is the netrc?')(under('--no-netrc', 'Set it.'))).toMatchObject({ aside: 0 })
})

test('an option is explained under its label, and elsewhere only mentioned', () => {
  const features = measure('What does the -z option do?')
  expect(features(under('-z, --gzip', 'Packs.'))).toMatchObject({ option: 1 })
  expect(features(under('-Z, --compress', 'Packs.'))).toMatchObject({ option: 0 })
  const mentioned = features(under('Errors', 'It fails with -z.'))['option'] ?? 0
  expect(mentioned > 0 && mentioned < 1).toBe(true)
})

test('what is compared stands together under a heading that names all of it', () => {
  const features = measure('What is the difference between a barge and a ferry?')
  expect(features(under('Barge or ferry?', 'They differ.'))).toMatchObject({ sides: 1 })
  expect(features({ ...under('Barge or ferry?', 'They differ.'), begins: false })['sides']).toBeGreaterThan(0)
  expect(features(under('The ferry', 'It differs.'))).toMatchObject({ sides: 0 })
})

test('a heading that is the question says much more than one that shares half of it', () => {
  const features = measure('How does a ferry land?', (text) => ({ Landing: 0.9, Water: 0.5 })[text] ?? 0)
  const entryOf = (label: string) => features(under(label, 'Slowly.'))['entry'] ?? 0
  expect(entryOf('Landing')).toBeGreaterThan(5 * entryOf('Water'))
  expect(entryOf('Water')).toBeGreaterThan(0)
})

test('a sentence opens all headings directly above it, and an item below a heading is of a list that is asked for', () => {
  const text = 'Landing\nIn fog\nSlowly.\n- With lamps.'
  const [first, second, third] = [text.indexOf('In fog'), text.indexOf('Slowly'), text.indexOf('- With')]
  const path = ['Landing', 'In fog']
  const blocks: Block[] = [
    { start: 0, end: first - 1, kind: 'heading', path: [], level: 1 },
    { start: first, end: second - 1, kind: 'heading', path: ['Landing'], level: 2 },
    { start: second, end: third - 1, kind: 'paragraph', path },
    { start: third, end: text.length, kind: 'item', path },
  ]
  const at = (block: Block | undefined, start: number) => {
    const { evidence } = under('', '')
    const document = { ...evidence.document, text, blocks }
    const quoted = {
      ...evidence,
      document,
      start,
      end: block?.end ?? start,
      quote: text.slice(start, block?.end),
      block,
    }
    return { evidence: quoted, label: 'In fog', begins: false, isOfSubject: false }
  }
  const agreement = (label: string) => Number(label === 'Landing')
  expect(measure('How does a ferry land?', agreement)(at(blocks[2], second))).toMatchObject({ entry: 1 })
  expect(measure('How does a ferry land?', agreement)(at(blocks[3], third + 2))).toMatchObject({ entry: 0 })
  const innermost = (label: string) => Number(label === 'In fog')
  expect(measure('How does a ferry land?', innermost)(at(blocks[3], third + 2))).toMatchObject({ entry: 0 })
  expect(measure('Which lamps does a ferry have?', innermost)(at(blocks[3], third + 2))).toMatchObject({ entry: 1 })
})

test('a section of a name that the question writes is about it, best where it begins', () => {
  const features = measure('What does ferry.land do with maxSpeed?')
  const at = (label: string, begins: boolean) => features({ ...under(label, 'Slowly.'), begins })['typed'] ?? 0
  expect(at('maxSpeed', true)).toBe(1)
  expect(at('ferry.land(place)', true)).toBe(1)
  expect(at('maxSpeed', false)).toBeLessThan(1)
  expect(at('maxSpeedInFog', true)).toBe(0)
  expect(measure('What does a ferry do?')(under('ferry', 'Slowly.'))).toMatchObject({ typed: 0 })
  expect(measure('What can I set for $ferry?')(under('3.1. ferry', 'Slowly.'))).toMatchObject({ typed: 1 })
})

test('what a product is called is no name in a program, nor is the title of a document', () => {
  const features = measure('How does ferryBoat land in Harbour.js and BoatScript with maxSpeed?')
  const typed = (label: string, title = 'Boats') => {
    const place = under(label, 'Slowly.')
    const document = { ...place.evidence.document, title }
    return features({ ...place, evidence: { ...place.evidence, document } })['typed']
  }
  expect(typed('Harbour.js')).toBe(0)
  expect(typed('BoatScript')).toBe(0)
  expect(typed('ferryBoat', 'ferryBoat')).toBe(0)
  expect(typed('ferryBoat')).toBe(1)
})

test('two neighbouring words of the question are also meant where a program joins them', () => {
  const features = measure('How do I set the top speed of a ferry?')
  expect(features(under('topSpeed', 'In knots.'))).toMatchObject({ joined: 1 })
  expect(features(under('--top-speed', 'In knots.'))).toMatchObject({ joined: 1 })
  expect(features(under('Speed', 'Set `topSpeed`.'))['joined']).toBeGreaterThan(0)
  expect(features(under('Top speed', 'In knots.'))).toMatchObject({ joined: 0 })
  expect(features(under('stopSpeed', 'In knots.'))).toMatchObject({ joined: 0 })
})

test.each([
  ['5.11. Locks', 'Locks'],
  ['gate.bufsize <number>', 'gate.bufsize '],
  ['lift by <steps> [ { if | unless } <condition> ]', 'lift by  '],
  ['<steps>', '<steps>'],
])('%s is the title of %s', (title, plain) => {
  expect(plainTitle(title)).toBe(plain)
})
