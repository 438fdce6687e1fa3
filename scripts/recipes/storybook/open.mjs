// Shows the built stories in Chromium, one after the other in one page, and prints what each said.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { chromium } from '@playwright/test'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json', '.css': 'text/css' }

const server = createServer(async ({ url }, response) => {
  const { pathname } = new URL(url, 'http://stories.test')
  try {
    const file = await readFile(join(import.meta.dirname, 'built', pathname))
    response.writeHead(200, { 'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream' }).end(file)
  } catch {
    response.writeHead(404).end()
  }
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage()
  const shown = async (story) => (await page.waitForSelector(`[data-story="${story}"]:not(:empty)`)).textContent()
  await page.goto(`http://127.0.0.1:${server.address().port}/iframe.html?id=research--answered`)
  const said = [await shown('Answered')]
  for (const story of ['Busy', 'Unmocked', 'Answered']) {
    // What a click in Storybook's side bar sends to this page.
    await page.evaluate(
      (storyId) => window.__STORYBOOK_ADDONS_CHANNEL__.emit('setCurrentStory', { storyId, viewMode: 'story' }),
      `research--${story.toLowerCase()}`,
    )
    said.push(await shown(story))
  }
  console.log(JSON.stringify(said))
} finally {
  await browser.close()
  server.closeAllConnections()
  server.close()
}
