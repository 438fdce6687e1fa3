import type { ReasoningLevel } from '@deep-research/sdk/contract'
import { expect, test } from 'vitest'
import { budgetFor } from '../src/budget.ts'
import { createEngine } from '../src/engine.ts'
import type { SourceDocument } from '../src/types.ts'
import { memoryLibrary } from './memory-library.ts'

const PLACES = 'Arden Bern Corby Delft Essen Fulda Ghent Halle Irvine Jena Kiel Lyon'.split(' ')
const MONTHS = 'January March April June August October December'.split(' ')
const WORKS = 'mines looms mills kilns forges docks ovens'.split(' ')

/** A dozen documents, each of which says seven things of the subject. */
const documents = PLACES.map((place, at): SourceDocument => {
  const told = MONTHS.map((month, i) => `In ${month} the coal tariff of ${place} closed ${at + 3} ${WORKS[i]}.`)
  return { id: place, url: `urn:${place}`, title: `Coal tariff of ${place}`, text: told.join(' '), sourceType: 'other' }
})

async function citedAt(level: ReasoningLevel): Promise<string[]> {
  const engine = createEngine({ library: memoryLibrary(documents), now: () => 0 })
  const { signal } = new AbortController()
  for await (const event of engine.research({ query: 'The coal tariff', level }, { signal }))
    if (event.type === 'completed') return event.result.sources_summary.map(({ source }) => source.url)
  return []
}

test.each<ReasoningLevel>(['low', 'medium', 'high'])(
  'where there is much to tell, an answer of level %s has a passage of as many sources as it may have',
  async (level) => expect(await citedAt(level)).toHaveLength(1 + budgetFor(level).further),
)

test('the sources of a lower level are among those of a higher', async () => {
  const [low, medium, high] = await Promise.all([citedAt('low'), citedAt('medium'), citedAt('high')])
  expect(medium).toEqual(expect.arrayContaining(low))
  expect(high).toEqual(expect.arrayContaining(medium))
})
