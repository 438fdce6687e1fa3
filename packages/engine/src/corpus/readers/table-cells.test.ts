import { expect, test } from 'vitest'
import { readHtml } from './html.ts'

test('below a header an empty cell keeps its place, and a row of nothing else is left out', () => {
  const table = (rows: string) => readHtml(`<table>${rows}</table>`).text
  const header = '<tr><th></th><th>open</th><th></th><th>shut</th></tr>'
  const empty = '<tr><td></td><td></td><td></td><td></td></tr>'
  expect(table(`${header}<tr><td>day</td><td></td><td></td><td>no</td></tr>${empty}`)).toBe(
    '- | open | - | shut\nday | - | - | no',
  )
  expect(table(`${header}${empty}`).concat(readHtml(`${header}<p>Text.</p>`).text)).not.toContain('- | Text')
  const note = '<tr><td rowspan="2"><img alt=""></td><th>Note</th></tr><tr><td>It leaks.</td></tr>'
  expect(table(note)).toBe('Note\nIt leaks.')
  expect(readHtml(`<table>${note}</table>`).blocks?.map(({ kind }) => kind)).toEqual(['furniture', 'paragraph'])
  expect(table('<tr><td></td><td>loose</td><td></td><td>words</td></tr>')).toBe('loose | words')
})
