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

test.each<[ReasoningLevel, { documents: number; sentences: number }]>([
  ['low', { documents: 4, sentences: 8 }],
  ['medium', { documents: 6, sentences: 12 }],
  ['high', { documents: 8, sentences: 18 }],
])('where there is much to tell, an answer of level %s holds no more than %o', async (level, most) => {
  const engine = createEngine({ library: memoryLibrary(documents), now: () => 0 })
  const { signal } = new AbortController()
  for await (const event of engine.research({ query: 'The coal tariff', level }, { signal })) {
    if (event.type !== 'completed') continue
    const { citations, sources_summary } = event.result
    // The passage that an answer opens with is one citation of several sentences.
    const sentences = citations.map(({ cited_text }) => cited_text.split(/\.(?:\s|$)/).length - 1)
    expect(sources_summary).toHaveLength(most.documents)
    expect(sentences.length).toBeGreaterThanOrEqual(most.documents)
    expect(sentences.length).toBeLessThanOrEqual(1 + budgetFor(level).further + most.sentences)
    expect(sentences[0]).toBeGreaterThan(1)
  }
})
