import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parted, readDataSet, sample, UsageError } from '../bench/data-set.ts'
import { markdownOf } from '../bench/markdown.ts'
import { score } from '../bench/metrics.ts'
import { evaluate } from '../bench/run-data-set.ts'
import { breachesOf } from '../bench/wire-rules.ts'
import { temporaryFolder } from './corpus/support.ts'

const DOCUMENTS = [
  { id: 'd1', title: 'Harbour Bridge', url: 'https://example.org/1', text: 'The Harbour Bridge opened in 1932.' },
  { id: 'd2', title: 'Bread', url: 'https://example.org/2', text: 'Bread is baked from flour, water and yeast.' },
]

const QUESTIONS = [
  {
    id: 'q1',
    question: 'When did the Harbour Bridge open?',
    answer: '1932',
    evidence: [{ doc_id: 'd1', quote: 'opened in 1932' }],
  },
  {
    id: 'q2',
    question: 'What is bread baked from?',
    answers: ['Flour'],
    evidence: [{ doc_id: 'd2', quote: 'flour' }, { doc_id: 'd1' }],
  },
  { id: 'q3', question: 'Who calibrated the quantum spectrometer of Saturn?', unanswerable: true },
]

function dataSet(documents: readonly object[] = DOCUMENTS, questions: readonly object[] = QUESTIONS) {
  const folder = join(temporaryFolder(), 'tiny')
  mkdirSync(folder)
  const lines = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n')
  writeFileSync(join(folder, 'corpus.jsonl'), lines(documents))
  writeFileSync(join(folder, 'questions.jsonl'), lines(questions))
  return folder
}

const silent = { signal: new AbortController().signal, onProgress: () => {} }

test('asks a data set and scores its answers', async () => {
  const evaluation = await evaluate(readDataSet(dataSet()), { level: 'low', limit: 0, part: 'all', ...silent })
  expect(evaluation).toMatchObject({ data: 'tiny', documents: 2, dev: { questions: 2 }, held_out: { questions: 1 } })
  expect(evaluation.problems).toBeUndefined()
  expect(evaluation.all).toMatchObject({
    questions: 3,
    completed: 1,
    wire_exact: 1,
    anchor_exact: 1,
    doc_recall: 0.75,
    all_docs: 0.5,
    quote_recall: 1,
    answer_in_text: 1,
    answer_in_first: 1,
    abstained_null: 1,
    answered: 1,
  })
  const page = markdownOf([evaluation])
  expect(page).toContain('| `all_docs` | 0.5 |')
  expect(page).toContain('| `abstained_null` | 1 |')
})

test('a run that failed counts as nothing found', () => {
  const { documents, questions } = readDataSet(dataSet())
  const outcomes = questions.map((question) => ({ question, breaches: [], error: 'broken', ms: 4, cpuMs: 2 }))
  expect(score(outcomes, documents)).toEqual({
    questions: 3,
    completed: 0,
    doc_recall: 0,
    all_docs: 0,
    doc_f1: 0,
    quote_recall: 0,
    answer_in_text: 0,
    answer_in_first: 0,
    abstained_null: 0,
    answered: 0,
    ms_p50: 4,
    ms_p95: 4,
    cpu_ms_p50: 2,
    cpu_ms_p95: 2,
  })
})

test('tells which wire rules a result breaks', () => {
  const usage = {
    iterations: 1,
    tool_calls: 1,
    sources_cited: 0,
    thinking_tokens: 0,
    answer_tokens: 1,
    total_tokens: 1,
    latency_ms: 1,
  }
  const sound = { answer: 'Nothing.', answer_clean: 'Nothing.', citations: [], sources_summary: [], usage }
  expect(breachesOf(sound, 'Nothing.')).toEqual([])
  expect(breachesOf(sound, 'Noth')).toEqual(['deltas differ from answer'])
  const tagged = { ...sound, answer: '<cite id="c">Nothing</cite>.' }
  expect(breachesOf(tagged, tagged.answer)).toEqual(['tags and citations differ in number'])
  expect(breachesOf({ ...sound, usage: { ...usage, sources_cited: 1 } }, 'Nothing.')).toEqual(['usage.sources_cited'])
})

test('holds out the same third at every run, and samples evenly', () => {
  const questions = Array.from({ length: 90 }, (_, index) => ({ id: `q${index}` }))
  const held = (list: readonly { id: string }[]) =>
    parted(list).flatMap(({ id, part }) => (part === 'held-out' ? [id] : []))
  expect(held(questions)).toHaveLength(30)
  expect(held(questions.toReversed()).sort()).toEqual(held(questions).sort())
  expect(sample([0, 1, 2, 3, 4, 5, 6, 7], 4)).toEqual([0, 2, 4, 6])
  expect(sample([0, 1], 0)).toEqual([0, 1])
})

test.each([
  ['a folder that is not there', () => '/no/such/folder', 'no such folder'],
  ['a folder without a corpus', () => temporaryFolder(), 'corpus.jsonl" is missing'],
  ['an empty list of questions', () => dataSet(DOCUMENTS, []), 'questions.jsonl" is empty'],
  ['a question without an id', () => dataSet(DOCUMENTS, [{ question: 'Who?' }]), 'questions.jsonl", line 1'],
])('says what is wrong with %s', (_case, folder, message) => {
  const reading = () => readDataSet(folder())
  expect(reading).toThrow(UsageError)
  expect(reading).toThrow(message)
})
