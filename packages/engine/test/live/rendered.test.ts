import { expect, test } from 'vitest'
import { run } from './support.ts'
import { surfer } from './surf.ts'

const TEXT = 'The Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work. '.repeat(3)
const SHELL = '<title>Bridge</title><div id="app"></div><script src="/app.js"></script>'
const SHELLS = { 'harbour.example/bridge': SHELL, 'people.example/olsen': SHELL }
const READER = 'reader.example/show/http://harbour.example/bridge'

/** A run over pages that only a browser shows, with a reader that knows those of `shown`. */
async function readThrough(shown: Record<string, string>) {
  const pageReader = { reader: 'http://reader.example/show/{url}' }
  const { engine } = await surfer({ pages: { ...SHELLS, ...shown }, pageReader })
  const { result, events } = await run(engine)
  const calls = events.flatMap((event) => (event.type === 'tool_call.completed' ? [event.call] : []))
  return { result, calls: calls.filter(({ name }) => name === 'fetch') }
}

test('a page that only a browser shows is read by the reader, cited by its own address, and its call says who opened it', async () => {
  const { result, calls } = await readThrough({ [READER]: `<title>Harbour Bridge</title><p>${TEXT}</p>` })
  expect(result.answer_clean).toContain('designed by Mira Olsen')
  expect(result.citations[0]).toMatchObject({ verified: true, source: { title: 'Harbour Bridge' } })
  expect(result.citations[0]?.source.url).toMatch(/^http:\/\/harbour\.example\/bridge/)
  expect(calls.map(({ status, result }) => [status, result['rendered_by']])).toContainEqual(['ok', 'reader.example'])
})

test('and where the reader fails, its call says that beside what was wrong with the page', async () => {
  const { calls } = await readThrough({})
  expect(calls.length).toBeGreaterThan(0)
  for (const { status, error } of calls) {
    expect(status).toBe('error')
    expect(error?.message).toBe('the page contains hardly any text, and reader.example answers with status 404')
  }
})
