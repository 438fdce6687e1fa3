import { expect, it } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readAdoc } from './adoc.ts'

it('reads attributes, notes and cells that cover others as they are shown, and no other file', async () => {
  const adoc = `:max: 71 degrees
= Guide
Ann Lee <ann@example.com>
v1.2, 2024-03-02

It shuts at {max}. It is old.footnote:[It was built in 1900.]

[cols="1,1,1", options="header"]
|===
|Lock |Width |Toll
.2+|Salt |4 m |2
|6 m |3
2+|Rye |0
|===

include::other.adoc[]
`
  const { title, authors, date, text, blocks = [] } = await readAdoc(adoc)
  expect([title, authors, date]).toEqual(['Guide', ['Ann Lee'], '2024-03-02'])
  expectSoundBlocks(text, blocks)
  expect(blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
    ['heading', 'Guide'],
    ['paragraph', 'It shuts at 71 degrees. It is old.'],
    ['row', 'Lock | Width | Toll'],
    ['row', 'Salt | 4 m | 2'],
    ['row', 'Salt | 6 m | 3'],
    ['row', 'Rye | Rye | 0'],
    ['paragraph', '1. It was built in 1900.'],
  ])
})

it('reads what would take Asciidoctor long as plain text', async () => {
  expect((await readAdoc(`= Guide\n\n${'*a_ '.repeat(2_000)}`)).text).toContain('= Guide')
})
