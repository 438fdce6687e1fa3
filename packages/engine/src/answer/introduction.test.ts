import { expect, test } from 'vitest'
import type { Block, BlockKind } from '../types.ts'
import { introductionOf } from './introduction.ts'

/** A document of some blocks, one behind the other. */
function documentOf(...parts: readonly [kind: BlockKind, words: string][]) {
  const blocks: Block[] = []
  let text = ''
  for (const [kind, words] of parts) {
    blocks.push({ start: text.length, end: text.length + words.length, kind, path: [] })
    text += `${words}\n`
  }
  return { text, blocks }
}

const introduction = (...parts: readonly [kind: BlockKind, words: string][]) => {
  const document = documentOf(...parts)
  const found = introductionOf(document)
  return found && document.text.slice(found.start, found.end)
}

test('a document is introduced by its first paragraph, behind what is none', () => {
  const words = 'A ferry carries people over the water.'
  const first: [BlockKind, string][] = [
    ['heading', 'The ferry of the harbour, and its boats'],
    ['furniture', 'Contents of this document and its parts'],
    ['paragraph', 'Version 2'],
    ['code', 'npm install the-ferry-of-the-harbour'],
  ]
  expect(introduction(...first, ['paragraph', words], ['paragraph', 'It leaves at noon and at midnight.'])).toBe(words)
  expect(introduction(...first)).toBeUndefined()
})

test('what leads up to a list or to code introduces that', () => {
  const words = 'A ferry carries people over the water.'
  expect(introduction(['paragraph', 'Install the ferry with this command:'], ['paragraph', words])).toBe(words)
  expect(introduction(['paragraph', 'Install the ferry like this'], ['code', 'npm i'], ['paragraph', words])).toBe(
    words,
  )
})

test('a document that is no more than a list is not introduced, nor one without blocks', () => {
  expect(introduction(['item', 'A ferry carries people over the water.'])).toBeUndefined()
  expect(introductionOf({ text: 'A ferry carries people over the water.' })).toBeUndefined()
})
