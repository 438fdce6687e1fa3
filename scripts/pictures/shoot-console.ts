import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readSettings, startService } from '../../packages/server/src/index.ts'
import { launchBrowser, openTab } from '../../packages/server/test/support/browser.ts'
import { askIn, signUpIn } from '../../packages/server/test/support/dashboard-browser.ts'

// Takes the picture of the console on the front page, in Chromium, of a service that answers: `pnpm picture:console`.
const QUESTION = 'How did presidents justify the Panama Canal?'
/** Pixels: as wide as the front page shows a picture, twice as fine. */
const SIZE = { width: 1_100, height: 1_060 }

const folder = mkdtempSync(join(tmpdir(), 'console-'))
const service = await startService(readSettings({ PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'console.db')}` }))
const browser = await launchBrowser()
try {
  await service.manage.createAccount('operator@example.com', 'free')
  const { page } = await openTab(browser, { viewport: SIZE, colorScheme: 'light' })
  await signUpIn(page, service.url, 'you@example.com')
  await page.goto(`${service.url}/playground`)
  await askIn(page, QUESTION)
  await page
    .getByText(/completed/i)
    .first()
    .waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  // What stands at the source, as a reader of the answer sees it.
  await page.locator('#answer sup a').first().hover()
  const path = resolve(import.meta.dirname, '../../docs/pictures/console.png')
  await page.screenshot({ path })
  console.log(`Wrote ${path}.`)
} finally {
  await browser.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}
