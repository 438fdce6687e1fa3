import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '#corpus/readers/csv.ts'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, type ReadDocument } from '../../test/quoted.ts'
import { cutPassage } from './cut-passage.ts'
import { CODE, LIST, PASSAGE } from './lengths.ts'
import type { Wanted } from './passage.ts'
import { Writer } from './writer.ts'

const NOTHING: Wanted = { code: false, list: false, holds: () => 0, like: () => [] }

function written(document: ReadDocument, words: string, wanted: Partial<Wanted> = {}): string {
  const writer = new Writer()
  writer.passage(cutPassage(quoted(document, words), { ...NOTHING, ...wanted }), 'Place')
  return writer.parts.map(({ text }) => text).join('')
}
const markdown = (text: string) => documentOf('Lock', readMarkdown(text))

test('a way is the sentence that answers, and the code that it leads up to', () => {
  const page = markdown(
    '# Lock\n\n## Remove\n\nYou remove a boat with `drop`:\n\n```js\nlock.drop(1)\n```\n\n## Add\n\n```js\nlock.add()\n```',
  )
  expect(written(page, 'You remove a boat', { code: true })).toBe(
    '**Place**\n\nYou remove a boat with `drop`:\n\n```js\nlock.drop(1)\n```',
  )
})

test('a short list is whole; a long one is told by the names of its items and how many are left', () => {
  const items = (count: number, says: string) =>
    Array.from({ length: count }, (_, i) => `- \`verb${i}\`: ${says}`).join('\n')
  const short = written(markdown(`# Lock\n\nIt knows:\n\n${items(4, 'it opens.')}`), '`verb2`', { list: true })
  expect(short).toMatch(/It knows:\n\n- `verb0`: it opens\.\n- `verb1`/)
  expect(short).toContain('verb3')
  const long = written(
    markdown(`# Lock\n\n${items(400, 'it opens and shuts the gate of the upper lock.')}`),
    '`verb2`',
    {
      list: true,
    },
  )
  expect(long).toMatch(/- `?verb1`? …\n- `verb2`: it opens and shuts/)
  expect(long).toMatch(/\n- … and \d+ more$/)
  expect(long.length).toBeLessThan(2 * LIST)
})

test('of a wide table the first column is shown, those that are named, and only the rows that match', () => {
  const names = Array.from({ length: 30 }, (_, i) => `field${i}`)
  const row = (name: string) => [name, ...names.slice(1).map((each) => `${each} of ${name}`)].join(',')
  const table = documentOf('Towns', readCsv(`${names.join(',')}\n${['Arden', 'Bern', 'Corby'].map(row).join('\n')}\n`))
  const holds = (text: string) => Number(text === 'field7' || text === 'Bern')
  const shown = written(table, 'Bern', { holds })
  expect(shown).toContain('| field0 | field7 |\n| --- | --- |\n| Bern | field7 of Bern |')
  expect(shown).not.toContain('Corby')
})

test('what is said in turn begins with the question that it answers', () => {
  const text = 'Ann: Where is the key?\nBo: It hangs at the door of the mill.\nAnn: Thanks.'
  const starts = [0, text.indexOf('Bo'), text.lastIndexOf('Ann')]
  const blocks = starts.map((start, at) => ({
    ...{ start, end: (starts[at + 1] ?? text.length + 1) - 1, kind: 'turn' as const, path: [] },
    speaker: text.slice(start, text.indexOf(':', start)),
  }))
  expect(written(documentOf('Talk', { text, blocks }), 'It hangs')).toMatch(
    /^\*\*Place\*\*\n\nAnn: Where[\s\S]*Bo: It hangs/,
  )
})

test('whatever is cut is in the document, in order, and short', () => {
  const sentence = fc.constantFrom('The gate opens.', 'A boat waits for water of the upper lock.', 'Code follows:')
  const block = fc.oneof(
    fc.array(sentence, { minLength: 1, maxLength: 60 }).map((all) => all.join(' ')),
    fc.array(sentence, { minLength: 1, maxLength: 40 }).map((all) => all.map((each) => `- ${each}`).join('\n')),
    fc.array(sentence, { minLength: 1, maxLength: 90 }).map((all) => `\`\`\`\n${all.join('\n')}\n\`\`\``),
    fc
      .array(sentence, { minLength: 1, maxLength: 40 })
      .map((all) => `| a | b |\n| - | - |\n${all.map((each) => `| ${each} | 1 |`).join('\n')}`),
    fc.constant('## Part'),
  )
  fc.assert(
    fc.property(
      fc.array(block, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      fc.nat(),
      (parts, code, list, at) => {
        const page = markdown(parts.join('\n\n'))
        const said = page.blocks.filter(({ kind }) => kind !== 'heading')
        const own = said[at % (said.length || 1)]
        if (own === undefined) return
        const lead = { document: page, start: own.start, end: Math.min(own.end, own.start + 20), block: own, quote: '' }
        const { parts: shown } = cutPassage(
          { ...lead, quote: page.text.slice(lead.start, lead.end) },
          { ...NOTHING, code, list },
        )
        for (const [i, each] of shown.entries()) {
          expect(page.text.slice(each.start, each.end)).toBe(each.quote)
          expect(each.start).toBeGreaterThanOrEqual(shown[i - 1]?.end ?? 0)
        }
        expect(shown.length).toBeGreaterThan(0)
        expect(shown.reduce((sum, { quote }) => sum + quote.length, 0)).toBeLessThan(2 * CODE + LIST + 2 * PASSAGE)
      },
    ),
  )
})
