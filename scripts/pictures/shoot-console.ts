import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, startService } from '../../packages/server/src/index.ts'
import { launchBrowser, openTab } from '../../packages/server/test/support/browser.ts'
import { askIn, signUpIn } from '../../packages/server/test/support/dashboard-browser.ts'

/** Pixels: as wide as the front page shows a picture, twice as fine. */
const SIZE = { width: 1_100, height: 1_060 }

/** Takes a picture of the console in Chromium, of a service that answers the question, as PNG. */
export async function shootConsole(question: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'console-'))
  const service = await startService(readSettings({ PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'console.db')}` }))
  const browser = await launchBrowser()
  try {
    await service.manage.createAccount('operator@example.com', 'free')
    await service.manage.setOperator('operator@example.com', true)
    const { page } = await openTab(browser, { viewport: SIZE, colorScheme: 'light' })
    await signUpIn(page, service.url, 'you@example.com')
    await page.goto(`${service.url}/playground`)
    await askIn(page, question)
    await page
      .getByText(/^Complete: /)
      .first()
      .waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    // What stands at the source, as a reader of the answer sees it.
    await page.locator('#answer sup a').first().hover()
    return await page.screenshot()
  } finally {
    await browser.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
