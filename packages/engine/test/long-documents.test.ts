import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderSource, openEmbeddedEngine } from '../src/index.ts'
import { temporaryFolder } from './corpus/support.ts'
import { cpuSeconds } from './cpu-seconds.ts'

/** Seconds of a processor for a question, with room for a busy machine. Where each row was looked at, this size took ten times as much. */
const MOST = 2
const { signal } = new AbortController()

const WORDS = 'alpha beta gamma delta harbour relay valve tower bridge lamp keeper stone river copper engine'.split(' ')
const wordsOf = (number: number) =>
  Array.from({ length: 8 }, (_, at) => WORDS[(number * (at + 3) + at) % WORDS.length]).join(' ')
const HEADER = ['id', 'name', 'city', 'power', 'note']
const cellsOf = (number: number) => [
  `${number}`,
  `unit-${number}`,
  `city${number % 97}`,
  `${number * 3}`,
  wordsOf(number),
]
const sentenceOf = (number: number) =>
  `The unit-${number} stands in city${number % 97} and has the power of ${number * 3} watts with ${wordsOf(number)}.`
const all = <Part>(count: number, of: (number: number) => Part) => Array.from({ length: count }, (_, at) => of(at + 1))
const markdownRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const htmlRow = (cells: readonly string[], tag: string) =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`

const ROWS = 20_000
const LONG: readonly { name: string; text: () => string; asked: number; holds: string }[] = [
  {
    name: 'units.csv',
    text: () => [HEADER, ...all(ROWS, cellsOf)].map((cells) => cells.join(',')).join('\n'),
    asked: 17_321,
    holds: '| 17321 | unit-17321 | city55 | 51963 |',
  },
  {
    name: 'units.md',
    text: () => [HEADER, HEADER.map(() => '---'), ...all(ROWS, cellsOf)].map(markdownRow).join('\n'),
    asked: 17_321,
    holds: '| 17321 | unit-17321 | city55 | 51963 |',
  },
  {
    name: 'units.html',
    text: () =>
      `<table>${htmlRow(HEADER, 'th')}${all(ROWS, (number) => htmlRow(cellsOf(number), 'td')).join('\n')}</table>`,
    asked: 17_321,
    holds: '| 17321 | unit-17321 | city55 | 51963 |',
  },
  {
    name: 'paragraph.txt',
    text: () => all(ROWS, sentenceOf).join(' '),
    asked: 17_321,
    holds: 'The unit-17321 stands in city55 and has the power of 51963 watts',
  },
  {
    name: 'list.md',
    text: () => all(ROWS, (number) => `- ${sentenceOf(number)}`).join('\n'),
    asked: 17_321,
    holds: 'The unit-17321 stands in city55 and has the power of 51963 watts',
  },
]

test.each(LONG)('a question costs the same, however much there is of $name', { timeout: 120_000 }, async (long) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, long.name), long.text())
  const engine = await openEmbeddedEngine({
    sources: [folderSource(folder)],
    indexFile: join(temporaryFolder(), 'index.db'),
  })
  onTestFinished(() => engine.close())
  for (const level of ['low', 'high'] as const) {
    const spent = cpuSeconds()
    let answer = ''
    const query = `What is the power of unit-${long.asked}?`
    for await (const event of engine.research({ query, level }, { signal }))
      if (event.type === 'completed') answer = event.result.answer_clean
    expect(answer).toContain(long.holds)
    expect(spent()).toBeLessThan(MOST)
  }
})
