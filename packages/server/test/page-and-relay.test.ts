import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DeepResearch } from '@deep-research/sdk'
import type { ResearchState, ResearchStore } from '@deep-research/sdk/react'
import { createRelay } from '@deep-research/sdk/relay'
import { build } from 'esbuild'
import { fastify } from 'fastify'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { CHROMIUM, launchBrowser, openTab } from './support/browser.ts'
import { createScriptedEngine, RESULT, type Run } from './support/scripted-engine.ts'
import { startTestService } from './support/service.ts'

const isMissing = !existsSync(CHROMIUM) && process.env['REQUIRE_SERVICES'] !== '1'

const HTML = '<!doctype html><title>Ask</title><script type="module" src="/page.js"></script>'

/** What a user's page does, without a framework: the store, and the id of what it asked in the session's storage. */
const SCRIPT = `
import { createResearchStore } from '@deep-research/sdk/react'
const store = createResearchStore({ api: '/api/research' })
globalThis.store = store
globalThis.texts = []
store.subscribe(() => {
  const { id, text } = store.get()
  if (id !== undefined) sessionStorage.setItem('id', id)
  texts.push(text)
})
const id = sessionStorage.getItem('id')
if (id !== null) void store.resume(id)
`

declare global {
  var store: ResearchStore
  var texts: string[]
}

let script: string
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: join(import.meta.dirname, '../../sdk') },
    conditions: ['@deep-research/source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  })
  script = outputFiles[0]?.text ?? ''
})

/** A service, a relay in front of it and a page. */
async function open() {
  const engine = createScriptedEngine()
  const service = await startTestService({ engine })
  const { key, account } = await service.join()
  const relay = createRelay(() => new DeepResearch({ apiKey: key, baseURL: service.url }))
  const app = fastify({ forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.get('/', (_request, reply) => reply.type('text/html').send(HTML))
  app.get('/page.js', (_request, reply) => reply.type('text/javascript').send(script))
  app.route({
    method: ['POST', 'DELETE'],
    url: '/api/research',
    handler: ({ method, url, headers, body }) => {
      const given = Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      )
      const init = { method, headers: Object.fromEntries(given), ...(method === 'POST' && { body: new Uint8Array(body as Buffer) }) }
      return relay(new Request(new URL(url, 'http://page.test'), init))
    },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const { page } = await openTab(browser)
  await page.goto(url)
  const charged = async () => 300 - ((await service.manage.showCredits(account)).free ?? 0)
  return { engine, page, charged, url }
}

const state = (page: Page): Promise<ResearchState> => page.evaluate(() => globalThis.store.get())
const ask = (page: Page, times: number): Promise<void> =>
  page.evaluate((count) => {
    for (let each = 0; each < count; each += 1) void globalThis.store.ask({ query: 'Corals?', reasoning_level: 'low' })
  }, times)
const shows = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction((expected) => globalThis.store?.get().text === expected, text)

const ANSWER = RESULT.answer_clean
const WHOLE = { ...RESULT, answer: ANSWER, citations: [], sources_summary: [] }
const PIECES = ANSWER.match(/[\s\S]{1,9}/g) ?? []

/** Says a part of the answer, and waits until the page shows it. */
async function say(page: Page, run: Run, from: number, to: number): Promise<void> {
  for (const content of PIECES.slice(from, to)) run.tell({ type: 'answer', content })
  await shows(page, PIECES.slice(0, to).join(''))
}

/** Says the rest. */
function complete(run: Run, from: number): void {
  for (const content of PIECES.slice(from)) run.tell({ type: 'answer', content })
  run.tell({ type: 'completed', result: WHOLE })
  run.stop()
}

/** The end was reached with one charge, and each text that was shown was a beginning of the whole. */
async function expectWhole(page: Page, charged: () => Promise<number>): Promise<void> {
  await page.waitForFunction(() => globalThis.store?.get().status === 'completed')
  const { result, text } = await state(page)
  expect([text, result?.answer_clean]).toEqual([ANSWER, ANSWER])
  const texts = await page.evaluate(() => globalThis.texts)
  expect(texts.filter((each) => !ANSWER.startsWith(each))).toEqual([])
  expect(await charged()).toBe(10)
}

it.skipIf(isMissing)('a question asked by a double click is researched once, and a reload goes on', async () => {
  const { engine, page, charged } = await open()
  await ask(page, 2)
  const run = await engine.nextRun()
  await say(page, run, 0, 2)
  await page.reload()
  await shows(page, PIECES.slice(0, 2).join(''))
  await say(page, run, 2, 4)
  complete(run, 4)
  await expectWhole(page, charged)
  expect(engine.started).toBe(1)
})

it.skipIf(isMissing)('a page that is hidden and shown, and Reconnect pressed twice', async () => {
  const { engine, page, charged } = await open()
  await ask(page, 1)
  const run = await engine.nextRun()
  await say(page, run, 0, 1)
  // As <Activity> does.
  await page.evaluate(() => globalThis.store.leave())
  expect((await state(page)).status).toBe('interrupted')
  for (const content of PIECES.slice(1, 3)) run.tell({ type: 'answer', content })
  await page.evaluate(() => {
    void globalThis.store.resume()
    void globalThis.store.resume()
  })
  await shows(page, PIECES.slice(0, 3).join(''))
  complete(run, 3)
  await expectWhole(page, charged)
})

it.skipIf(isMissing)('a page that has no network for 70 seconds', async () => {
  const { engine, page, charged, url } = await open()
  await page.clock.install()
  await page.goto(url)
  await ask(page, 1)
  const run = await engine.nextRun()
  await say(page, run, 0, 2)
  await page.context().setOffline(true)
  // The browser tears what is open, or the server does; the page is told here.
  await page.evaluate(() => globalThis.store.leave())
  await page.evaluate(() => void globalThis.store.resume())
  await page.waitForFunction(() => globalThis.store.get().status === 'interrupted')
  for (const content of PIECES.slice(2, 4)) run.tell({ type: 'answer', content })
  await page.clock.runFor(70_000)
  expect((await state(page)).status).toBe('interrupted')
  await page.context().setOffline(false)
  await shows(page, PIECES.slice(0, 4).join(''))
  complete(run, 4)
  await expectWhole(page, charged)
})
