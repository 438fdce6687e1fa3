import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium, type Page } from 'playwright-core'

/** Debian's; the package brings no browser of its own. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    conditions: ['@deep-research/source'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  })
  return outputFiles[0]?.text ?? ''
}

/** Serves the page, its script and MSW's worker on a free loopback port. */
async function serve(): Promise<{ url: string; close(): Promise<void> }> {
  const script = 'text/javascript'
  const worker = new URL(import.meta.resolve('msw/mockServiceWorker.js'))
  const files: Record<string, { type: string; text: string }> = {
    '/': {
      type: 'text/html',
      text: '<!doctype html><title>mock</title><script type="module" src="/page.js"></script>',
    },
    '/page.js': { type: script, text: await bundle() },
    '/mockServiceWorker.js': { type: script, text: readFileSync(worker, 'utf8') },
  }
  const server = createServer(({ url }, response) => {
    const file = files[url ?? '']
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface OpenPage {
  page: Page
  close(): Promise<void>
}

/** Opens the bundled page in a browser of its own. */
export async function openPage(): Promise<OpenPage> {
  const server = await serve()
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS })
  const close = async () => {
    await browser.close()
    await server.close()
  }
  try {
    const page = await browser.newPage()
    await page.goto(server.url)
    return { page, close }
  } catch (error) {
    await close()
    throw error
  }
}
