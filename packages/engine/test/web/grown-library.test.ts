import { expect, test } from 'vitest'
import { GrownLibrary } from '#web/grown-library.ts'
import { indexPassages } from '#web/reading/passage-index.ts'
import type { Library, WholeDocument } from '../../src/types.ts'
import { draft, handSource, opened } from '../corpus/support.ts'

const BRIDGE = 'The harbour bridge was designed by Mira Olsen. It opened in 1932 after eight years of work.'
const OTHERS = ['The harbour is old.', 'A bridge of stone.', 'Trains cross the river here.', 'Ferries run at night.']

/** An index on disk over some texts, as a library. */
async function indexed(texts: readonly string[]): Promise<Library> {
  const entries = Object.fromEntries(texts.map((text, at) => [String(at), [draft(`Page ${at}`, text)]]))
  return await opened([handSource(entries).source], { thread: undefined, stemVersion: 'terms' })
}

function add(grown: GrownLibrary, document: WholeDocument): void {
  grown.add(document, indexPassages(document))
}

test('what a run brings and what was there are ranked by one scale', async () => {
  // Of the same text once held and once brought, neither may stand before the other.
  const base = await indexed([BRIDGE, ...OTHERS])
  const grown = new GrownLibrary(base)
  for (const [at, text] of [BRIDGE, ...OTHERS].entries())
    add(grown, { id: `new ${at}`, url: `https://x.example/${at}`, title: `Page ${at}`, text, sourceType: 'web' })
  for (const terms of [['harbor'], ['bridg', 'harbor'], ['mira', 'olsen', 'open']]) {
    const hits = grown.search(terms, 20)
    const scoresOf = (fresh: boolean) =>
      hits.filter(({ documentId }) => grown.isNew(documentId) === fresh).map(({ score }) => score.toFixed(9))
    expect(scoresOf(true).length).toBeGreaterThan(0)
    expect(scoresOf(true)).toEqual(scoresOf(false))
  }
})

test('a term that all pages of a run hold still tells them from a corpus that does not', async () => {
  const grown = new GrownLibrary(await indexed(OTHERS))
  for (const id of ['a', 'b', 'c'])
    add(grown, { id, url: `https://x.example/${id}`, title: id, text: BRIDGE, sourceType: 'web' })
  const hits = grown.search(['mira', 'river'], 3)
  expect(hits.filter(({ documentId }) => grown.isNew(documentId)).length).toBeGreaterThan(1)
  expect(Math.max(...hits.map(({ score }) => score))).toBeGreaterThan(1)
})
