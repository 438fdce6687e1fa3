import { expect, test } from 'vitest'
import { readHtml } from './html.ts'
import { readText } from './text.ts'

const kindsIn = ({ blocks = [] }: ReturnType<typeof readHtml>) => blocks.map(({ kind }) => kind)
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

test('a table of boxes and arrows is a drawing, with a box that stands alone in it', () => {
  const arrow = '<tt>-&gt;</tt>'
  const drawn = `<table>${row('', 'gate keeper')}${row('Lake', arrow, 'lock', arrow, 'river')}</table>`
  expect(kindsIn(readHtml(`<p>Water flows down.</p>${drawn}<p>It is slow, and it always was.</p>`))).toEqual([
    'paragraph',
    'furniture',
    'furniture',
    'paragraph',
  ])
})

test('a table of values is none, and neither is one of signs', () => {
  const values = [row('a', '-', '1'), row('b', '-', '2')].join('')
  const signs = [row('sign', 'meaning'), row('&lt;', 'less'), row('-&gt;', 'leads to')].join('')
  expect(kindsIn(readHtml(`<table>${values}</table>`))).toEqual(['row', 'row'])
  expect(kindsIn(readHtml(`<table>${signs}</table>`))).toEqual(['row', 'row', 'row'])
})

test('boxes that arrows join are drawn in code, too; the table that a program prints is not', () => {
  const fenced = (lines: string) => kindsIn(readText(`Look:\n\n\`\`\`\n${lines}\n\`\`\`\n`)).at(2)
  expect(fenced('+------+     +------+\n| lake |---->| lock |\n+------+     +------+')).toBe('furniture')
  expect(fenced('┌──────┐\n│ lake │\n└──────┘\n   ▼\n  sea')).toBe('furniture')
  expect(fenced('+----+------+\n| id | name |\n+----+------+\n| 1  | lock |\n+----+------+')).toBe('code')
  expect(fenced(' id | name\n----+------\n  1 | lock')).toBe('code')
  expect(fenced('const open = (lock) => lock | gate // --> opens')).toBe('code')
})
