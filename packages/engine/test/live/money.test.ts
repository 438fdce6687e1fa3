import { describe, expect, test } from 'vitest'
import { memoryLibrary } from '../memory-library.ts'
import { liveEngine, modelFor, run } from './support.ts'
import { TOWN, TRAM } from './town.ts'

const KINDS = ['openai-compatible', 'anthropic'] as const
const HIGH = { query: TRAM, level: 'high' } as const
/** Dollars of a million tokens: a call costs cents. */
const PRICES = { smart: { input: 30, output: 150 }, fast: { input: 10, output: 50 } }

describe.each(KINDS)('%s', (kind) => {
  async function research(dollars?: number) {
    const { server, model } = await modelFor()
    const budget = dollars === undefined ? {} : { dollars: { low: 0, medium: 0, high: dollars } }
    const options = { model: { ...model, kind }, library: memoryLibrary(TOWN), prices: PRICES, ...budget }
    const ran = await run(await liveEngine(options), HIGH)
    const of = (wanted: string) => server.calls.filter(({ task }) => task === wanted).length
    return { ...ran, of, total: server.calls.length }
  }

  test('without a limit of dollars all is looked into', async () => {
    const { thoughts, of } = await research()
    expect(thoughts).not.toContain('what a request may cost is used up')
    expect(of('notes')).toBeGreaterThan(4)
  })

  test('where half of the dollars are spent no more is looked for, and the rest writes the answer', async () => {
    expect((await research()).of('review')).toBe(1)
    const { thoughts, of, result } = await research(0.1)
    expect(thoughts).toContain('Stopping: what a request may cost is used up; the rest is kept for the answer.')
    expect(of('notes')).toBeGreaterThan(0)
    expect(of('review')).toBe(0)
    expect(of('write')).toBeGreaterThan(0)
    expect(result.citations.filter(({ verified }) => verified).length).toBeGreaterThan(3)
  })

  test('with hardly any the answer is quoted, and no model is asked', async () => {
    const { total, result } = await research(0)
    expect(total).toBe(0)
    expect(result.citations.length).toBeGreaterThan(0)
  })
})
