import { afterEach, expect, test } from 'vitest'
import { closeServices, scriptedHosted } from '../../engine/test/hosted/scripted-service.ts'
import { KEY } from '../../engine/test/hosted/web-of.ts'
import { start, temporaryFolder } from './support/command-line.ts'

afterEach(closeServices)

const PROGRAM = new URL('../src/main.ts', import.meta.url)
/** Three processes start, one after the other. */
const LONG = 180_000

const SNIPPET = 'The Harbour Bridge was designed by Mira Olsen, an engineer of the town, who was born there in 1889.'
const REPORT = {
  text: 'The Harbour Bridge was designed by Mira Olsen [1].',
  // Nothing but loopback may be asked: the page is refused, and its excerpt with it.
  sources: [{ url: 'http://127.0.0.1:1/page', title: 'Bridge', snippet: SNIPPET }],
}

test('after the service was killed, the next process goes on with the same research', { timeout: LONG }, async () => {
  const scripted = await scriptedHosted({ service: 'openai-responses', reportOf: () => REPORT, finishes: false })
  const folder = temporaryFolder()
  const environment = {
    ...{ BACKEND: 'openai-responses', BACKEND_API_KEY: KEY, BACKEND_BASE_URL: scripted.url },
    ...{ PORT: '0', METRICS: 'off', DISCONNECT_GRACE_MS: '120000' },
  }
  const run = async (...words: string[]) => (await start(folder, words, environment, PROGRAM).ended).stdout
  await run('account', 'create', '--email', 'a@example.com', '--json')
  const { key } = JSON.parse(await run('key', 'create', 'a@example.com', '--json')) as { key: string }
  const first = start(folder, ['serve'], environment, PROGRAM)
  const ask = (url: string, headers: Record<string, string>, body?: string) =>
    fetch(`${url}/v1/research`, { method: 'POST', headers: { 'x-api-key': key, ...headers }, ...(body && { body }) })
  const question = JSON.stringify({
    query: 'Who designed the Harbour Bridge?',
    reasoning_level: 'low',
    options: { include_tool_calls: true },
  })
  const asked = await ask(await urlOf(first), { 'content-type': 'application/json' }, question)
  const id = asked.headers.get('x-request-id') ?? ''
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  const cut = readUntilCut(asked, (text) => text.includes('hosted_page') && tell())
  await expect.poll(() => scripted.researches.length, { timeout: 30_000 }).toBe(1)
  // Until its id, and that the page is opened, are kept: what was told is kept.
  await told
  first.child.kill('SIGKILL')
  await first.ended
  await cut
  const second = start(folder, ['serve'], environment, PROGRAM)
  const url = await urlOf(second)
  const again = ask(url, { 'x-research-resume': id, 'last-event-id': '0' }).then((response) => response.text())
  scripted.finish()
  const text = await again
  expect(text).toContain('"type":"research.completed"')
  expect(text).toContain('designed by Mira Olsen')
  expect(scripted.counts.start).toBe(1)
  expect(scripted.researches[0]?.cancelled).toBe(false)
  const { free } = JSON.parse(await run('credits', 'show', 'a@example.com', '--json')) as { free: number }
  expect(free).toBe(290)
  second.child.kill('SIGTERM')
})

/** Reads a stream until its connection is cut. */
async function readUntilCut(response: Response, look: (text: string) => unknown): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      look(text)
    }
  } catch {
    // As it was to be.
  }
}

async function urlOf(started: ReturnType<typeof start>): Promise<string> {
  const text = await started.printed('is listening on http://')
  return /is listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(text)?.[1] ?? ''
}
