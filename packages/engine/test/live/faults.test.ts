import { checkResult } from '@deep-research/sdk/citations'
import { expect, test } from 'vitest'
import { FAULTS, seeded } from '../model/scripted-mind.ts'
import { liveEngine, modelFor, run, SHELF } from './support.ts'

const QUESTIONS = [
  'Who designed the Harbour Bridge, and when did it open?',
  'Where was the engineer who designed the Harbour Bridge born?',
  'How long is the arch of the Harbour Bridge, and how many people live in Tromsø?',
  'What makes bread rise?',
  'Who painted the ceiling of the old library?',
]
const LEVELS = ['low', 'medium', 'high'] as const

test.each([0.1, 0.5, 1])(
  'with faults in %f of the calls every run ends with an answer whose places are exact',
  async (share) => {
    const random = seeded(11)
    const fault = () => (random() < share ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined)
    const { server, model } = await modelFor({ fault, seed: 3 }, 40)
    const engine = await liveEngine({ model, judged: true })
    const texts = new Map(SHELF.map(({ url, text }) => [url, text]))
    const asked = Array.from({ length: 30 }, (_, i) =>
      run(engine, { query: QUESTIONS[i % QUESTIONS.length] ?? '', level: LEVELS[i % 3] ?? 'low' }),
    )
    // Side by side, because a run mostly waits before it asks a failing model again.
    for (const { result } of await Promise.all(asked)) {
      expect(checkResult(result)).toEqual([])
      for (const { source, source_anchor: anchor } of result.citations) {
        const text = texts.get(source.url) ?? ''
        expect(text.slice(anchor.source_start_offset, anchor.source_end_offset)).toBe(anchor.quote)
      }
      expect(result.answer).not.toMatch(/\[\[|【|invented\.example|e99x|<think|My instructions/)
    }
    expect(server.calls.length).toBeGreaterThan(60)
    expect(new Set(server.calls.flatMap((call) => call.fault ?? [])).size).toBeGreaterThan(share < 0.5 ? 5 : 10)
  },
)
