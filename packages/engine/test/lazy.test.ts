import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** What a process that imports the engine, and then does something with it, has loaded. */
async function loadedBy(work: string): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    const engine = await import('@deep-research/engine')
    ${work}
    console.log(JSON.stringify(loaded))`
  const { stdout } = await run(
    process.execPath,
    ['--conditions=@deep-research/source', '--input-type=module', '--eval', script],
    { cwd: new URL('../../server', import.meta.url), maxBuffer: 10_000_000 },
  )
  return JSON.parse(stdout)
}

// The settings of search providers and the names of replies are read through their registries, whether used or not.
const HEAVY =
  /\/node_modules\/(?:eventsource-parser|jsonrepair|robots-parser|ipaddr\.js|undici)\/|\/engine\/src\/(?:web\/(?!search\/)|model\/(?!asked\.ts)|guard)\//

test('without a model and the web nothing of them is loaded', async () => {
  expect((await loadedBy('')).filter((url) => HEAVY.test(url))).toEqual([])
})

test('the web alone loads no model', async () => {
  const open = (rest: string) =>
    `const live = await engine.openLive({ pagesFile: ':memory:', userAgent: 'test', ${rest} })
    live.close()`
  const web = await loadedBy(open("search: [{ name: 'wikipedia' }]"))
  expect(web.some((url) => url.includes('/web/'))).toBe(true)
  expect(web.filter((url) => url.includes('/model/client/'))).toEqual([])
  const model = await loadedBy(
    open(
      "search: [{ name: 'corpus' }], model: { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1', model: 'm' }",
    ),
  )
  expect(model.some((url) => url.includes('/model/client/'))).toBe(true)
})
