import { describe, expect, it } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readCsv } from './csv.ts'
import { readMdx } from './mdx.ts'
import type { DocumentParts } from './metadata.ts'

function shown({ text, blocks = [] }: DocumentParts) {
  expectSoundBlocks(text, blocks)
  return blocks.map(({ start, end, kind, path, ...rest }) => [kind, text.slice(start, end), path.join(' › '), rest])
}

describe('readCsv', () => {
  it('reads rows under their header, whatever parts the cells', () => {
    expect(shown(readCsv('\ufeffname;kg;"eats; often"\r\nlion;190;\r\n"big; cat";;meat\r\n'))).toEqual([
      ['row', 'name | kg | eats; often', '', { number: 0 }],
      ['row', 'lion | 190 | -', '', { number: 1 }],
      ['row', 'big; cat | - | meat', '', { number: 2 }],
    ])
  })

  it('refuses what no reader of tables would take', () => {
    expect(() => readCsv('a,b\n"never closed,1')).toThrow('has a quotation mark that nothing closes')
  })
})

describe('readMdx', () => {
  it('leaves out modules and expressions, and keeps what components enclose', () => {
    const mdx = `import { Tabs } from 'tabs'
import x,
  { y } from 'z'

export const a = 1

# Title

{/* a comment */}

<Note>

It **swims**.

</Note>

\`\`\`js
import kept from 'code'
\`\`\``
    expect(shown(readMdx(mdx))).toEqual([
      ['heading', 'Title', '', { level: 1 }],
      ['caption', 'It swims.', 'Title', {}],
      ['code', "import kept from 'code'", 'Title', { language: 'js' }],
    ])
  })
})
