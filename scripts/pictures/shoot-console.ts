import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, startService } from '../../packages/server/src/index.ts'
import { launchBrowser, openTab } from '../../packages/server/test/support/browser.ts'
import { askIn, signUpIn } from '../../packages/server/test/support/dashboard-browser.ts'

type Page = Awaited<ReturnType<typeof openTab>>['page']

/** Pixels: as wide as the front page shows a picture, twice as fine. */
const WIDTH = 1_100

/** Asked before, so that the history has something to show. */
const OTHERS = ['What did Lincoln say about slavery in 1862?', 'Who was Secretary of State in 1912?']

/** Takes pictures of the console in Chromium, of a service that answers the question, as PNG, by the names of their files. */
export async function shootConsole(question: string): Promise<Record<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'console-'))
  const service = await startService(readSettings({ PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'console.db')}` }))
  const browser = await launchBrowser()
  try {
    await service.manage.createAccount('operator@example.com', 'free')
    await service.manage.setOperator('operator@example.com', true)
    const { page } = await openTab(browser, { colorScheme: 'light' })
    const { url } = service
    await signUpIn(page, url, 'you@example.com')
    const key = await shootKey(page)
    for (const other of OTHERS) await ask(page, `${url}/playground`, other)
    await ask(page, `${url}/playground`, question)
    const playground = await shoot(page, 1_060, pointAtClaim)
    await page.getByRole('link', { name: 'Open the page of this research' }).click()
    await page.getByRole('heading', { name: 'Details' }).waitFor()
    const answer = await shoot(page, 860)
    await page.goto(`${url}/research`)
    const history = await shoot(page, 520)
    return {
      'console.png': playground,
      'console-key.png': key,
      'console-answer.png': answer,
      'console-history.png': history,
    }
  } finally {
    await browser.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function shoot(page: Page, height: number, prepare: (page: Page) => Promise<void> = async () => {}) {
  await page.setViewportSize({ width: WIDTH, height })
  await page.evaluate(() => scrollTo(0, 0))
  await prepare(page)
  return await page.screenshot()
}

/** Shows what stands at the source, as a reader of the answer sees it. */
const pointAtClaim = (page: Page) => page.locator('#answer sup a').first().hover()

async function shootKey(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Copy it now').waitFor()
  return await shoot(page, 620)
}

async function ask(page: Page, playground: string, question: string): Promise<void> {
  await page.goto(playground)
  await askIn(page, question)
  await page
    .getByText(/^Complete: /)
    .first()
    .waitFor()
}
