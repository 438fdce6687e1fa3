import { expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import type { EngineEvent } from '../../src/types.ts'
import { memoryLibrary } from '../memory-library.ts'
import { scriptedService } from '../web/search/scripted-web.ts'
import { document, liveEngine, QUESTION, SHELF } from './support.ts'

const OTHERS = [
  document(
    'Harbour Bridge of Elsewhere',
    'The Harbour Bridge was designed by Jan Kruse. It opened in 1977, elsewhere.',
  ),
]

/** The titles that the searches of a run were told of. */
function titlesFound(events: readonly EngineEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'tool_call.completed' || event.call.name !== 'web_search') return []
    const { documents } = event.call.result as { documents: { title: string }[] }
    return documents.map(({ title }) => title)
  })
}

test('two runs at once, over two collections: each searches its own', async () => {
  const service = await scriptedService(() => ({ json: { results: [] } }))
  const { live, research } = await liveEngine({
    library: memoryLibrary(SHELF),
    search: [{ name: 'searxng', url: service.url }, { name: 'corpus' }],
  })
  const other = createEngine({ library: memoryLibrary(OTHERS), assist: live.assist })
  const { signal } = new AbortController()
  const task = { query: QUESTION, level: 'high' } as const
  const runs = [research(task, { signal }), other.research(task, { signal })].map((events) => ({
    events: events[Symbol.asyncIterator](),
    told: [] as EngineEvent[],
    done: false,
  }))
  // In step: each run begins to search before the other one has ended its search.
  while (runs.some(({ done }) => !done)) {
    await Promise.all(
      runs.map(async (run) => {
        const next = await run.events.next()
        run.done = next.done === true
        if (!next.done) run.told.push(next.value)
      }),
    )
  }
  const [own, others] = runs.map(({ told }) => titlesFound(told))
  expect(own).toContain('Harbour Bridge')
  expect(own).not.toContain('Harbour Bridge of Elsewhere')
  expect(new Set(others)).toEqual(new Set(['Harbour Bridge of Elsewhere']))
})
