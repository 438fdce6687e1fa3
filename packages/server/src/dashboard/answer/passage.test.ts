import type { WholeDocument } from '@deep-research/engine'
import { expect, it } from 'vitest'
import { RESULT } from '../../../test/support/scripted-engine.ts'
import { passageOf } from './passage.ts'

const [citation] = RESULT.citations
if (!citation) throw new Error('the result cites nothing')
const { quote } = citation.source_anchor

const holding = (text: string) => (url: string) =>
  url === citation.source.url
    ? ({ id: 'd', url, title: 'Corals', text, sourceType: 'document' } satisfies WholeDocument)
    : undefined

it('shows a passage in the text of its source, with a way to all of it', () => {
  const text = `${'Reefs grow. '.repeat(40)}${quote}${' They need light.'.repeat(40)}`
  const start = text.indexOf(quote)
  const anchored = { ...citation, source_anchor: { ...citation.source_anchor, source_start_offset: start } }
  const { before, after, href } = passageOf(anchored, holding(text))
  expect(before).toMatch(/^… (grow\. )?(Reefs grow\. )+$/)
  expect(after).toMatch(/^( They need light\.)+ (They |They need )?…$/)
  expect(href).toBe(`/sources/urn%3Acorpus%3Acorals.md?from=${start}&to=${start + quote.length}#passage`)
})

it('finds a passage that moved since it was cited, and shows none where it is gone', () => {
  expect(passageOf(citation, holding(`New words. ${quote}`))).toMatchObject({ before: 'New words. ', after: '' })
  expect(passageOf(citation, holding('Other words.'))).toEqual({
    before: '',
    quote,
    after: '',
    href: '/sources/urn%3Acorpus%3Acorals.md',
  })
})

it('takes what the source’s snippet has where the service holds no text of it', () => {
  const source = { ...citation.source, snippet: `Oh: ${quote} Yes.` }
  expect(passageOf({ ...citation, source }, () => undefined)).toEqual({
    before: 'Oh: ',
    quote,
    after: ' Yes.',
    href: undefined,
  })
})
