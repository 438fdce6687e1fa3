import type { ResearchResult } from '@deep-research/sdk/contract'
import { onTestFinished } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import { openLive } from '../../src/live.ts'
import type { EngineEvent, Library, ResearchTask, SourceDocument } from '../../src/types.ts'
import type { Live, LiveOptions } from '../../src/wire-live.ts'
import { expectSound } from '../expect-sound.ts'
import { memoryLibrary } from '../memory-library.ts'
import { type ScriptedModel, type ScriptedModelOptions, startScriptedModel } from '../model/scripted-model.ts'

export const document = (title: string, text: string): SourceDocument => ({
  id: title,
  url: `https://library.example/${encodeURIComponent(title)}`,
  title,
  text,
  sourceType: 'document',
  year: 1999,
})

export const SHELF: readonly SourceDocument[] = [
  document(
    'Harbour Bridge',
    'The Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work. Its arch spans 503 metres.',
  ),
  document(
    'Mira Olsen',
    'Mira Olsen was an engineer. She was born in Tromsø in 1889 and taught at the institute there for 20 years.',
  ),
  document('Tromsø', 'Tromsø is a city in northern Norway. It lies on an island and has 77,000 inhabitants.'),
  document('Bread', 'Bread is baked from flour and water. Yeast makes it rise.'),
]

export const QUESTION = 'Who designed the Harbour Bridge, and when did it open?'

export interface LiveTest extends Partial<LiveOptions> {
  library?: Library
  model?: LiveOptions['model']
}

/** An engine over a few documents, assisted as the options say. */
export async function liveEngine(options: LiveTest = {}) {
  const { library = memoryLibrary(SHELF), ...rest } = options
  const live: Live = await openLive({
    search: [{ name: 'corpus' }],
    pagesFile: ':memory:',
    userAgent: 'deep-research-test',
    retryPauseMs: 1,
    ...rest,
  })
  onTestFinished(() => live.close())
  return { live, library, ...createEngine({ library, assist: live.assist }) }
}

/** A scripted model and the settings that lead to it. */
export async function modelFor(
  options: ScriptedModelOptions = {},
  timeoutMs = 10_000,
): Promise<{ server: ScriptedModel; model: LiveOptions['model'] & object }> {
  const server = await startScriptedModel(options)
  onTestFinished(() => server.close())
  return {
    server,
    model: {
      kind: 'openai-compatible',
      baseUrl: server.url,
      apiKey: 'sk-operator-secret',
      model: 'scripted',
      timeoutMs,
    },
  }
}

export interface Ran {
  events: EngineEvent[]
  result: ResearchResult
  thoughts: string
}

/** Runs a task to its end, and checks what must hold of every answer. */
export async function run(
  engine: Awaited<ReturnType<typeof liveEngine>>,
  task: Partial<ResearchTask> = {},
  signal = new AbortController().signal,
): Promise<Ran> {
  const events: EngineEvent[] = []
  for await (const event of engine.research({ query: QUESTION, level: 'low', ...task }, { signal })) events.push(event)
  const last = events.at(-1)
  if (last?.type !== 'completed') throw new Error('no result')
  const { result } = last
  expectSound(result, events)
  const thoughts = events.flatMap((event) => (event.type === 'thinking' ? [event.content] : [])).join('')
  return { events, result, thoughts }
}
