import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openingFilesOf } from '../fit/files.ts'
import prior from '../fit/opening-prior.json' with { type: 'json' }
import { fitOpenings } from '../fit/openings.ts'
import { readTrainingSet } from '../fit/training-set.ts'

const engine = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'fit-openings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TOWNS = ['Arden', 'Bern', 'Corby', 'Delft', 'Essen', 'Fulda']

function writeSet(): string {
  const root = join(folder, 'harbours')
  mkdirSync(root)
  const quote = (town: string) => `The harbour of ${town} was closed because its pier had sunk in a storm.`
  const documents = TOWNS.map((town) => {
    const text = `${town} lies by a river. ${quote(town)} The harbour of ${town} cost three pounds.`
    return { id: town, url: `urn:${town}`, title: `Notes on ${town}`, text }
  })
  const questions = TOWNS.map((town) => ({
    id: town,
    question: `Why was the harbour of ${town} closed?`,
    evidence: [{ doc_id: town, quote: quote(town) }],
  }))
  const lines = (items: readonly object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')
  writeFileSync(join(root, 'corpus.jsonl'), lines(documents))
  writeFileSync(join(root, 'questions.jsonl'), lines(questions))
  return root
}

test('what opens a report is fitted to its sets, and is the same when fitted again', async () => {
  const sets = [readTrainingSet(writeSet())]
  const fitted = await fitOpenings(sets)
  expect(fitted.record.data['harbours']).toMatchObject({ questions_asked: TOWNS.length })
  expect(fitted.record.scores['harbours']?.['held-out']).toMatchObject({ first: 1 })
  expect(fitted.head).not.toEqual(prior)
  // What no set measures stays as it was.
  expect(fitted.head.weights['noted']).toBe(prior.weights.noted)
  expect(openingFilesOf(await fitOpenings(sets))).toEqual(openingFilesOf(fitted))
})

test('the weights in the repository are those that the record is of', () => {
  const weights = readFileSync(join(engine, 'src/report/opening-weights.json'), 'utf8')
  const { weights: hash } = JSON.parse(readFileSync(join(engine, 'fit/opening-record.json'), 'utf8'))
  expect(hash).toBe(createHash('sha256').update(weights).digest('hex'))
})
