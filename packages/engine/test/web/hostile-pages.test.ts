import { expect, test } from 'vitest'
import { createPageReader } from '#web/fetch/page-reader.ts'
import { openPageStore } from '#web/fetch/page-store.ts'
import { loopbackWeb } from './fetch/loopback-web.ts'
import { HOSTILE } from './hostile-pages.ts'

const { signal } = new AbortController()
/** The bounds of work end each page, however slow the machine is. */
const readingMs = 300_000

/** What one page may bring into the thread that serves. */
const MOST_TEXT = 5 * 1024 * 1024
const MOST_BLOCKS = 20_000

test.each(HOSTILE)('$name', { timeout: 600_000 }, async ({ type, body, robots, ends }) => {
  const bytes = body()
  const web = await loopbackWeb((request, response) => {
    if (request.url !== '/robots.txt') return response.writeHead(200, { 'content-type': type }).end(bytes)
    if (!robots) return response.writeHead(404, { 'content-type': 'text/plain' }).end()
    return response.writeHead(200, { 'content-type': 'text/plain' }).end(robots())
  })
  const pages = createPageReader({ ...web.options, store: openPageStore({ file: ':memory:' }), readingMs })
  const path = robots ? '/a'.repeat(900) : '/page'
  const reading = pages.read(`http://reef.example${path}`, signal)
  if (ends === 'read') {
    const { document, passages } = await reading
    expect(document.text.length).toBeLessThanOrEqual(MOST_TEXT)
    expect(document.blocks?.length ?? 0).toBeLessThanOrEqual(MOST_BLOCKS)
    expect(document.title.length).toBeLessThanOrEqual(300)
    expect(document.authors?.length ?? 0).toBeLessThanOrEqual(20)
    expect(passages.ends.every((end, at) => end - (passages.starts[at] ?? 0) <= 4_000)).toBe(true)
  } else {
    await expect(reading).rejects.toThrow(ends)
  }
  pages.close()
})

test('a page that is never read through holds up no other', { timeout: 600_000 }, async () => {
  const endless = HOSTILE.find(({ name }) => name === 'thousands of selectors')?.body()
  const web = await loopbackWeb((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404, { 'content-type': 'text/plain' }).end()
    const isGood = request.headers.host === 'good.example'
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(isGood ? `<p>${'Corals grow. '.repeat(60)}` : endless)
  })
  const pages = createPageReader({ ...web.options, store: openPageStore({ file: ':memory:' }), readingMs })
  const bad = Promise.allSettled([1, 2, 3].map((at) => pages.read(`http://bad${at}.example/`, signal)))
  const good = await pages.read('http://good.example/', signal)
  expect(good.document.text).toContain('Corals grow.')
  expect((await bad).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  pages.close()
})
