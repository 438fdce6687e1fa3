import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A document that says the same of thousands of things, one after the other. */
export interface LongDocument {
  /** Its file. */
  name: string
  /** What stands in a file of so many rows, sentences, items or lines. */
  text: (rows: number) => string
  /** What an answer shows of a row, from 1 on. */
  shown: (row: number) => string
}

const WORDS = 'alpha beta gamma delta harbour relay valve tower bridge lamp keeper stone river copper engine'.split(' ')
const HEADER = ['id', 'name', 'city', 'power', 'note']

function wordsOf(row: number): string {
  return Array.from({ length: 8 }, (_, at) => WORDS[(row * (at + 3) + at) % WORDS.length]).join(' ')
}

function cellsOf(row: number): string[] {
  return [`${row}`, `unit-${row}`, `city${row % 97}`, `${row * 3}`, wordsOf(row)]
}

const all = <Part>(rows: number, of: (row: number) => Part) => Array.from({ length: rows }, (_, at) => of(at + 1))
const table = (rows: number) => [HEADER, ...all(rows, cellsOf)]
const markdownRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const htmlRow = (cells: readonly string[], tag: string) =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
const said = (row: number) => `The unit-${row} stands in city${row % 97} and has the power of ${row * 3} watts`
const sentence = (row: number) => `${said(row)} with ${wordsOf(row)}.`
const shownRow = (row: number) => `| ${row} | unit-${row} | city${row % 97} | ${row * 3} |`

/** A table of four formats, running text without a paragraph, a list, and lines of JSON that are a document each. */
export const LONG_DOCUMENTS: readonly LongDocument[] = [
  {
    name: 'units.csv',
    text: (rows) =>
      table(rows)
        .map((cells) => cells.join(','))
        .join('\n'),
    shown: shownRow,
  },
  {
    name: 'units.md',
    text: (rows) => [HEADER, HEADER.map(() => '---'), ...all(rows, cellsOf)].map(markdownRow).join('\n'),
    shown: shownRow,
  },
  {
    name: 'units.html',
    text: (rows) =>
      `<table>${htmlRow(HEADER, 'th')}${all(rows, (row) => htmlRow(cellsOf(row), 'td')).join('\n')}</table>`,
    shown: shownRow,
  },
  { name: 'paragraph.txt', text: (rows) => all(rows, sentence).join(' '), shown: said },
  {
    name: 'list.md',
    text: (rows) => all(rows, (row) => `- ${sentence(row)}`).join('\n'),
    shown: said,
  },
  {
    name: 'lines.jsonl',
    text: (rows) => all(rows, (row) => JSON.stringify({ title: `Unit ${row}`, text: sentence(row) })).join('\n'),
    shown: said,
  },
]

/** Asks for what a row alone tells. */
export const questionOf = (row: number): string => `What is the power of unit-${row}?`

/** Writes some of them into a folder. */
export function writeLongDocuments(folder: string, documents: readonly LongDocument[], rows: number): void {
  for (const { name, text } of documents) writeFileSync(join(folder, name), text(rows))
}
