import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import type { BlockKind } from '../types.ts'
import { formFeatures } from './lead-form.ts'

const NONE: ReadonlySet<string> = new Set()

function formOf(quote: string, kind: BlockKind = 'paragraph', fits = 0, path: readonly string[] = []) {
  const document = { id: 'd', url: 'urn:d', title: 'Notes', text: quote, sourceType: 'other' }
  const place = { start: 0, end: quote.length }
  const evidence: Evidence = {
    ...place,
    document,
    quote,
    block: { ...place, kind, path },
    covers: NONE,
    terms: NONE,
    score: 0,
    worth: 0,
  }
  return formFeatures(evidence, { fits: () => fits })
}

test('a note at the foot of a page is a scrap', () => {
  expect(formOf('^[7] The crane lifts a hundred tons and makes use of the tide.')).toMatchObject({ scrap: 1 })
  expect(formOf('[7] lifts a hundred tons.')).toMatchObject({ scrap: 0 })
})

test('a title or a name is a scrap, a sentence, an item and what shows what is asked for are none', () => {
  expect(formOf('The umask value examples')).toMatchObject({ scrap: 1, finished: 0 })
  expect(formOf('The umask is a mask.')).toMatchObject({ scrap: 0, finished: 1 })
  expect(formOf('Use it in your code:')).toMatchObject({ scrap: 0 })
  expect(formOf('blue whales', 'item')).toMatchObject({ scrap: 0 })
  expect(formOf('Release date: 2022-10-13', 'paragraph', 1)).toMatchObject({ scrap: 0 })
})

test('what only tells where to read on says so', () => {
  expect(formOf('See dash(1), bash(1), and builtins(7).')).toMatchObject({ refersOn: 1 })
  expect(formOf('For more information, see Section 2.')).toMatchObject({ refersOn: 1 })
  expect(formOf('For the wings of a gate, see the gate command.')).toMatchObject({ refersOn: 1 })
  expect(formOf('For a quick look, see the gate open, then shut it.')).toMatchObject({ refersOn: 0 })
  expect(formOf('Seeds are sown in May.')).toMatchObject({ refersOn: 0 })
})

test('a list of ways to call a command is a signature, a sentence with brackets and a row of a table are none', () => {
  expect(formOf('git reset [--soft | --hard | --keep] [-q] [<commit>]')).toMatchObject({ signature: 1 })
  expect(formOf('The second argument [optional] names the branch that is taken.')).toMatchObject({ signature: 0 })
  expect(formOf('| a | b | c | d |', 'row')).toMatchObject({ signature: 0 })
})
