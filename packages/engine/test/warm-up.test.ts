import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedEngine } from '../src/embedded.ts'
import { EMPTY_LIBRARY } from '../src/empty-library.ts'
import type { Library } from '../src/types.ts'
import { warmUp } from '../src/warm-up.ts'
import { draft, handSource, temporaryFolder } from './corpus/support.ts'
import { TOWN } from './live/town.ts'
import { memoryLibrary } from './memory-library.ts'

/** A library that tells what is searched in it. */
function watched(onSearch: () => void = () => {}): { library: Library; searches: string[] } {
  const searches: string[] = []
  const library = memoryLibrary(TOWN)
  const search: Library['search'] = (terms, ...rest) => {
    searches.push(terms.join(' '))
    onSearch()
    return library.search(terms, ...rest)
  }
  return { library: { ...library, search }, searches }
}

test('a collection is asked about its own titles, a few times', async () => {
  const { library, searches } = watched()
  await warmUp(library, new AbortController().signal, () => 0)
  expect(searches[0]).toContain('larkholm')
  expect(searches.some((terms) => terms.includes('cost'))).toBe(true)
  expect(searches.some((terms) => terms.includes('futur'))).toBe(false)
})

test('it gives way: after the search that is under way there is none', async () => {
  const ending = new AbortController()
  const { library, searches } = watched(() => ending.abort())
  await warmUp(library, ending.signal)
  expect(searches).toHaveLength(1)
  await warmUp(library, ending.signal)
  expect(searches).toHaveLength(1)
})

test('a collection without documents is asked nothing', async () => {
  await warmUp(EMPTY_LIBRARY, new AbortController().signal)
})

test('a model at the side of an engine is not asked', async () => {
  const engine = await openEmbeddedEngine({
    sources: [handSource({ drafts: [draft('Harbour', 'The harbour master keeps a ledger of all ships.')] }).source],
    indexFile: join(temporaryFolder(), 'index.db'),
    assist: () => {
      throw new Error('asked')
    },
  })
  onTestFinished(() => engine.close())
  await engine.warmUp(new AbortController().signal)
})
