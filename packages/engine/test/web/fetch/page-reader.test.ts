import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { recordOf } from '#corpus/index/document-record.ts'
import { createPageReader } from '#web/fetch/page-reader.ts'
import { openPageStore } from '#web/fetch/page-store.ts'
import { pdfOf } from '../../corpus/pdf-bytes.ts'
import { temporaryFolder } from '../../corpus/support.ts'
import { loopbackWeb } from './loopback-web.ts'

const { signal } = new AbortController()
const PROSE =
  'Corals are animals that live in colonies of many thousand polyps, and a colony may grow for centuries. '.repeat(4)

async function reader(pages: Record<string, { type?: string; body: string | Uint8Array; encoding?: string }>) {
  const asked: string[] = []
  const web = await loopbackWeb((request, response) => {
    const path = request.url ?? ''
    asked.push(`${request.headers.host}${path}`)
    const page = pages[`${request.headers.host}${path}`] ?? pages[path]
    if (!page) response.writeHead(404, { 'content-type': 'text/plain' }).end()
    else {
      const { type = 'text/html', body, encoding = 'identity' } = page
      response.writeHead(200, { 'content-type': type, 'content-encoding': encoding }).end(body)
    }
  })
  let time = 1_000_000_000
  const store = openPageStore({ file: ':memory:', now: () => time })
  const pass = (ms: number) => {
    time += ms
  }
  return { asked, store, pass, ...createPageReader({ ...web.options, store, now: () => time }) }
}

test('reads a page with what its head says, and keeps its text under its hash', async () => {
  const html = `<!doctype html><html lang="en"><head><title>Corals</title><meta name="author" content="Ida Berg">
    <meta property="article:published_time" content="2019-04-02"><meta property="og:site_name" content="Reef Daily">
    <script type="application/ld+json">{"@type": "NewsArticle"}</script></head><body><nav>Home</nav><p>${PROSE}</p></body></html>`
  const { read, store } = await reader({ '/corals': { body: gzipSync(html), encoding: 'gzip' } })
  const { document, bytes } = await read('http://reef.example/corals', signal)
  expect(document).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    url: 'http://reef.example/corals',
    title: 'Corals',
    authors: ['Ida Berg'],
    year: 2019,
    publisher: 'Reef Daily',
    sourceType: 'news',
    text: PROSE.trim(),
  })
  expect(bytes).toBe(html.length)
  expect(store.fresh('http://reef.example/corals', 0)).toEqual(document)
})

test('a page read a short while ago is not asked for again', async () => {
  const { read, asked, pass } = await reader({ '/': { body: `<p>${PROSE}` } })
  await read('http://reef.example/', signal)
  await read('http://reef.example/', signal)
  expect(asked.filter((each) => each === 'reef.example/')).toHaveLength(1)
  pass(1_000_000)
  await read('http://reef.example/', signal)
  expect(asked.filter((each) => each === 'reef.example/')).toHaveLength(2)
  expect(asked.filter((each) => each.endsWith('/robots.txt'))).toHaveLength(1)
})

test('reads a PDF', async () => {
  const lines = Array.from({ length: 12 }, (_, i) => `Line ${i} tells how old corals become over the centuries.`)
  const content = `BT /F1 9 Tf 12 TL 40 700 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`
  const { read } = await reader({ '/a-study.pdf': { type: 'application/pdf', body: pdfOf([content]) } })
  const { document } = await read('http://arxiv.org/a-study.pdf', signal)
  expect(document).toMatchObject({ title: expect.stringMatching(/\S/), sourceType: 'paper' })
  expect(document.text).toContain('how old corals become')
})

test('what nobody sees on the page is not in its text', async () => {
  const hidden = [
    '<p style="display:none">HIDDEN</p>',
    '<p style="position:absolute;left:-9999px">HIDDEN</p>',
    '<p style="color:#fff;background:#ffffff">HIDDEN</p>',
    '<p style="color: white">HIDDEN</p>',
    '<p style="font-size:1px">HIDDEN</p>',
    '<p style="clip:rect(0,0,0,0)">HIDDEN</p>',
    '<p class="a ghost">HIDDEN</p>',
    '<p id="spectre">HIDDEN</p>',
    '<p aria-hidden="true">HIDDEN</p>',
    '<!-- HIDDEN -->',
    '<img alt="HIDDEN">',
    `<p>seen${[...'HIDDEN'].map((each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join('')}</p>`,
  ]
  const css = '<style>.ghost, #spectre { display: none }</style>'
  const { read } = await reader({ '/': { body: `<head>${css}</head><p>${PROSE}</p>${hidden.join('')}` } })
  const { document } = await read('http://reef.example/', signal)
  expect(document.text).toBe(`${PROSE.trim()}\n\nseen`)
})

test('robots.txt is asked, also after a redirect, and obeyed', async () => {
  const { read, asked } = await reader({
    'shy.example/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private' },
    'shy.example/private': { body: `<p>${PROSE}` },
    'shy.example/open': { body: `<p>${PROSE}` },
  })
  await expect(read('http://shy.example/private', signal)).rejects.toMatchObject({ reason: 'robots' })
  expect(asked).toEqual(['shy.example/robots.txt'])
  await expect(read('http://shy.example/open', signal)).resolves.toBeDefined()
})

test('bytes are read in the charset that the page names, else as browsers would', async () => {
  const latin = (head: string) => Buffer.from(`<head>${head}</head><p>${PROSE} café</p>`, 'latin1')
  const { read } = await reader({
    '/named': { body: latin('<meta charset="iso-8859-1">') },
    '/wrong': { body: latin('<meta charset="utf-8">') },
    '/header': { body: latin(''), type: 'text/html; charset=windows-1252' },
  })
  for (const path of ['named', 'wrong', 'header']) {
    expect((await read(`http://reef.example/${path}`, signal)).document.text).toMatch(/café$/)
  }
})

test('a shell that only a script would fill is no page', async () => {
  const { read } = await reader({ '/': { body: '<div id="root"></div><p>Please enable JavaScript.</p>' } })
  await expect(read('http://reef.example/', signal)).rejects.toMatchObject({ reason: 'unreadable' })
})

test('of one host two pages are fetched at once, and whoever waits can leave', async () => {
  let open = 0
  let most = 0
  const web = await loopbackWeb((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404, { 'content-type': 'text/plain' }).end()
    open += 1
    most = Math.max(most, open)
    setImmediate(() => {
      open -= 1
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${PROSE}`)
    })
    return response
  })
  const { read } = createPageReader({ ...web.options, store: openPageStore({ file: ':memory:' }) })
  const leaving = new AbortController()
  const paths = Array.from({ length: 6 }, (_, i) => read(`http://reef.example/${i}`, signal))
  const left = read('http://reef.example/left', leaving.signal)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  await Promise.all(paths)
  expect(most).toBeLessThanOrEqual(2)
})

test('the store keeps the newest pages up to its limit', () => {
  let time = 0
  const store = openPageStore({ file: ':memory:', now: () => (time += 1), most: 10 })
  for (let i = 0; i < 300; i += 1) {
    const url = `http://reef.example/${i}`
    store.keep(recordOf({ url, title: 't', text: `${i}`, sourceType: 'web' }), { url, asked: url })
  }
  expect(store.fresh('http://reef.example/0', 0)).toBeUndefined()
  expect(store.fresh('http://reef.example/299', 0)?.text).toBe('299')
})

test('a damaged store is moved aside, and begun anew', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'deep', 'pages.db')
  const draft = { url: 'http://reef.example/', title: 't', text: 'x', sourceType: 'web' }
  openPageStore({ file }).close()
  writeFileSync(file, 'no database at all, but long enough to be looked at as one '.repeat(100))
  const store = openPageStore({ file })
  store.keep(recordOf(draft), { url: draft.url, asked: draft.url })
  expect(store.fresh(draft.url, 0)).toMatchObject(draft)
  store.close()
  expect(readdirSync(join(folder, 'deep'))).toContain('pages.db.damaged')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('nobody but the owner may read what was kept', () => {
  const file = join(temporaryFolder(), 'pages.db')
  writeFileSync(file, '', { mode: 0o644 })
  const store = openPageStore({ file })
  const url = 'http://reef.example/'
  store.keep(recordOf({ url, title: 'Reef', text: PROSE, sourceType: 'web' }), { url, asked: '' })
  for (const path of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(path).mode & 0o777).toBe(0o600)
  store.close()
})
