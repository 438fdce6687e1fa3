import { expect, test } from 'vitest'
import { articleOf } from '../bench/article.ts'
import { UsageError } from '../bench/data-set.ts'
import type { Outcome } from '../bench/metrics.ts'
import { modelFromEnvironment } from '../bench/model-from-environment.ts'
import { scoreReports } from '../bench/report-scores.ts'
import { liveEngine, modelFor, run } from './live/support.ts'
import { TOWN, TRAM } from './live/town.ts'
import { memoryLibrary } from './memory-library.ts'

const question = { id: '7', question: TRAM, part: 'dev' } as const

async function outcome(): Promise<Outcome & { result: NonNullable<Outcome['result']> }> {
  const { model } = await modelFor()
  const { result, thoughts } = await run(await liveEngine({ model, library: memoryLibrary(TOWN) }), {
    ...{ query: TRAM, level: 'high' },
  })
  return { question, result, thinking: thoughts, breaches: [], ms: 1_500, cpuMs: 100 }
}

test('a report is scored by what it cites, repeats, answers and costs', async () => {
  const one = await outcome()
  const { result } = one
  const scores = scoreReports([one, { question, breaches: [], error: 'lost', ms: 1, cpuMs: 1 }], {
    input: 2,
    output: 10,
  })
  expect(scores).toMatchObject({
    reports: 1,
    parts_answered: 0.8571,
    degraded_share: 0,
    seconds_mean: 1.5,
  })
  expect(scores.verified_share).toBeGreaterThanOrEqual(0.95)
  expect(scores.sources_mean).toBe(result.sources_summary.length)
  expect(scores.tokens_mean).toBe(result.usage.total_tokens)
  const out = result.usage.thinking_tokens + result.usage.answer_tokens
  expect(scores.dollars_mean).toBeCloseTo(((result.usage.total_tokens - out) * 2 + out * 10) / 1e6, 3)
  const twice = { ...one, result: { ...result, answer_clean: `${result.answer_clean}\n\n${result.answer_clean}` } }
  expect(scoreReports([twice]).repeated_sentences).toBeGreaterThan(0.5)
  expect(
    scoreReports([
      {
        ...one,
        thinking: '“A?”: nothing found yet.\n“A?”: answered, with 2 notes from 1 source.\n“B?”: nothing found yet.\n',
      },
    ]).parts_answered,
  ).toBe(0.5)
})

test('an article of DeepResearch Bench has the number, the prompt and the text with its links', async () => {
  const { result } = await outcome()
  const article = articleOf(question, result)
  expect(article).toMatchObject({ id: 7, prompt: TRAM })
  expect(article.article).toContain('](https://library.example/')
  expect(articleOf({ ...question, id: 'x1' }, result).id).toBe('x1')
})

test('the model is named as for the service; what is wrong is said', async () => {
  const named = { LLM: 'openai-compatible', LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'm' }
  const live = await modelFromEnvironment(named)
  live.close()
  for (const [wrong, what] of [
    [{ ...named, LLM: 'other' }, 'LLM takes'],
    [{ ...named, LLM_MODEL: '' }, 'LLM_MODEL is needed'],
    [{ ...named, LLM_BASE_URL: undefined }, 'LLM_BASE_URL is needed'],
    [{ ...named, LLM_CONTEXT_TOKENS: 'many' }, 'LLM_CONTEXT_TOKENS takes'],
    [{ ...named, LLM_CONCURRENCY: '0' }, 'LLM_CONCURRENCY takes'],
    [{ ...named, LLM_REASONING_EFFORT: 'much' }, 'LLM_REASONING_EFFORT takes'],
  ] as const) {
    const failed = modelFromEnvironment(wrong)
    await expect(failed).rejects.toBeInstanceOf(UsageError)
    await expect(failed).rejects.toThrow(what)
  }
})
