import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesOf } from '../fit/files.ts'
import { fitAll } from '../fit/fit-all.ts'
import { fitLeadAlone } from '../fit/fit-lead.ts'
import { fitBinary, fitChoice } from '../fit/logistic.ts'
import { readTrainingSet } from '../fit/training-set.ts'
import { HEADS } from '../src/judge/fitted-heads.ts'

const repository = join(import.meta.dirname, '../../..')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const folder = mkdtempSync(join(tmpdir(), 'fit-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TOWNS = ['Arden', 'Bern', 'Corby', 'Delft', 'Essen', 'Fulda', 'Ghent', 'Hull', 'Imola', 'Jena', 'Kiel', 'Lund']
const THINGS = ['lighthouse', 'brewery', 'canal', 'theatre']

/** A set of questions on towns, one document each; every other question asks for what is nowhere. */
function writeSet(name: string, thing: string): string {
  const root = join(folder, name)
  mkdirSync(root)
  const quote = (town: string) => `The ${thing} of ${town} was opened by a mayor of the place.`
  const documents = TOWNS.map((town, i) => ({
    id: town,
    url: `urn:${name}:${town}`,
    title: `Notes on ${town}`,
    text: `${town} lies by a river. ${quote(town)} It cost ${i + 3} pounds. Many ${THINGS[i % 4]}s are older.`,
  }))
  const questions = TOWNS.flatMap((town) => [
    {
      id: `${name}-${town}-1`,
      question: `Who opened the ${thing} of ${town}?`,
      evidence: [{ doc_id: town, quote: quote(town) }],
    },
    { id: `${name}-${town}-2`, question: `Which dragon burnt the ${town} parliament?`, unanswerable: true },
  ])
  const lines = (items: readonly object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')
  writeFileSync(join(root, 'corpus.jsonl'), lines(documents))
  writeFileSync(join(root, 'questions.jsonl'), lines(questions))
  return root
}

test('a fit learns from its sets, says on what, and is the same when made again', async () => {
  const sets = [writeSet('lights', 'lighthouse'), writeSet('mills', 'mill')].map(readTrainingSet)
  const fitted = await fitAll(sets, 50, () => {})
  const { heads, record } = fitted
  expect(Object.keys(record.data)).toEqual(['lights', 'mills'])
  for (const { questions, corpus } of Object.values(record.data)) expect(questions + corpus).toMatch(/^[0-9a-f]{128}$/)
  expect(heads).not.toEqual(HEADS)
  for (const scores of Object.values(record.scores['document'] ?? {})) {
    expect(scores['held-out']).toMatchObject({ first: 1, recall: 1 })
    expect(scores.left_out).toMatchObject({ first: 1 })
  }
  for (const scores of Object.values(record.scores['answered'] ?? {}))
    expect(scores['held-out']['told_apart']).toBeGreaterThan(0.9)
  const files = filesOf(fitted)
  expect(filesOf(await fitAll(sets, 50, () => {}))).toEqual(files)
  expect(JSON.parse(files.weights)).toEqual({ record: 'packages/engine/fit/record.json', heads })
  expect(JSON.parse(files.record)).toEqual({ weights: sha256(files.weights), ...record })
})

test('the head of leads is fitted alone, and says on what; the others stay', async () => {
  const sets = [writeSet('ports', 'port'), writeSet('wells', 'well')].map(readTrainingSet)
  const scores = { sentence: {}, lead: {}, document: {}, answered: {} }
  const before = { heads: HEADS, record: { data: {}, split: '', seed: '', prior: '', left_out: '', scores } }
  const { heads, record } = await fitLeadAlone(sets, 50, before, () => {})
  expect(heads).toEqual({ ...HEADS, lead: heads.lead })
  expect(heads.lead).not.toEqual(HEADS.lead)
  expect(Object.keys(record.lead_data ?? {})).toEqual(['ports', 'wells'])
  expect(Object.keys(record.scores['lead'] ?? {})).toEqual(['ports', 'wells'])
  expect(record).toMatchObject({ data: {}, scores: { ...scores, lead: record.scores['lead'] } })
})

test('the weights that the engine reads are those of the record beside the fit', () => {
  const weights = readFileSync(join(repository, 'packages/engine/src/judge/weights.json'), 'utf8')
  const { record, heads }: { record: string; heads: object } = JSON.parse(weights)
  const fitted: { weights: string; scores: object } = JSON.parse(readFileSync(join(repository, record), 'utf8'))
  expect(fitted.weights, 'weights.json was changed by hand: only `pnpm fit` writes it').toBe(sha256(weights))
  expect(Object.keys(fitted.scores)).toEqual(Object.keys(heads))
})

/** Numbers from -1 to 1 that look like chance and are always the same. */
function noise(count: number): number[] {
  let state = 1
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return (2 * state) / 2_147_483_647 - 1
  })
}

const drawn = (centre: number[], strength: number[]) => ({
  centre: Float64Array.from(centre),
  strength: Float64Array.from(strength),
})

const values = noise(8_000)
/** Odds of three times the measure, less one. */
const examples = values.slice(0, 4_000).map((x, i) => {
  const right = (values[4_000 + i] ?? 0) / 2 + 0.5 < 1 / (1 + Math.exp(-(3 * x - 1)))
  return { row: Float64Array.from([x, 1]), right, weight: 1 }
})

test('a logistic regression finds the odds that made its examples', () => {
  const [slope = 0, bias = 0] = fitBinary(examples, drawn([0, 0], [1e-9, 0]))
  expect(slope).toBeCloseTo(3, 0)
  expect(bias).toBeCloseTo(-1, 0)
})

test('a ridge draws weights to its centre, the stronger the nearer; a fixed one stays there', () => {
  const [near = 0] = fitBinary(examples, drawn([7, 0], [100, 0]))
  expect(near).toBeCloseTo(7, 1)
  const [between = 0] = fitBinary(examples, drawn([7, 0], [0.05, 0]))
  expect(between).toBeGreaterThan(3.2)
  expect(between).toBeLessThan(6.8)
  const [fixed, bias = 0] = fitBinary(examples, drawn([7, 0], [Number.POSITIVE_INFINITY, 0]))
  expect(fixed).toBe(7)
  expect(bias).toBeLessThan(-1)
})

test('a choice is made by what the right ones have more of', () => {
  const choices = Array.from({ length: 500 }, (_, i) => {
    const rows = [0, 1, 2].map((k) => Float64Array.from([values[6 * i + 2 * k] ?? 0, values[6 * i + 2 * k + 1] ?? 0]))
    const best = Math.max(...rows.map(([x = 0]) => x))
    return { rows, right: rows.map(([x]) => x === best), weight: 1 }
  })
  const [told = 0, untold = 0] = fitChoice(choices, drawn([0, 0], [1e-2, 1e-2]))
  expect(told).toBeGreaterThan(2)
  expect(Math.abs(untold)).toBeLessThan(0.2 * told)
})
