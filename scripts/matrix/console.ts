import { launchBrowser, openTab } from '../../packages/server/test/support/browser.ts'

const QUESTION = 'What was the Monroe Doctrine?'
const PAGES = ['/start', '/credentials', '/credits', '/research', '/reference', '/account', '/operator/service']

/** Opens the link that the first start prints, makes the operator's account, looks at every page, and asks. */
export async function visitConsole(link: string, picture?: string): Promise<string> {
  const browser = await launchBrowser()
  try {
    const { page, complaints } = await openTab(browser)
    await page.goto(link)
    await page.getByLabel('Email address').fill('you@example.com')
    await page.getByLabel('Password').fill('a long enough password')
    await page.getByRole('button').last().click()
    await page.waitForURL((url) => !url.pathname.startsWith('/enter'))
    const { origin } = new URL(link)
    for (const path of PAGES) {
      const answer = await page.goto(`${origin}${path}`)
      if (answer?.status() !== 200) throw new Error(`${path} answered with ${answer?.status()}.`)
    }
    await page.goto(`${origin}/playground`)
    await page.getByLabel('Question').fill(QUESTION)
    await page.getByRole('button', { name: 'Ask' }).click()
    await page
      .getByText(/completed/i)
      .first()
      .waitFor()
    const claims = await page.locator('#answer sup a').count()
    if (picture !== undefined) await page.screenshot({ path: picture, fullPage: true })
    if (claims === 0) throw new Error('The answer of the playground has no claim.')
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
    return 'the playground answered, and nothing complained'
  } finally {
    await browser.close()
  }
}
