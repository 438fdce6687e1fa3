import { existsSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { CHROMIUM, launchBrowser, openTab } from './browser.ts'
import { PASSWORD } from './visitor.ts'

export const NO_BROWSER =
  existsSync(CHROMIUM) || process.env['REQUIRE_SERVICES'] === '1'
    ? ''
    : ` (skipped: ${CHROMIUM} is not there, and REQUIRE_SERVICES is not 1)`

/**
 * One browser for the tests of a file, and a new one where it died: Chromium was seen to crash on a busy machine, after
 * which the test is tried again (`retry` in vitest.config.ts). A tab is closed with its test.
 */
export function withBrowser(): { open(options?: BrowserContextOptions): Promise<Page> } {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (NO_BROWSER) return
    browser = await launchBrowser()
  }, 30_000)
  afterAll(() => browser?.close())
  return {
    async open(options) {
      if (!browser) throw new Error('there is no browser')
      if (!browser.isConnected()) browser = await launchBrowser()
      const { page, complaints, close } = await openTab(browser, options)
      onTestFinished(async () => {
        await close().catch(() => {})
        // A refused request is told of by the browser itself.
        expect(
          complaints.filter((text) => !/the server responded with a status of 4\d\d|net::ERR_/.test(text)),
        ).toEqual([])
      })
      return page
    },
  }
}

/** Makes an account as a person does, up to the page of the first steps. */
export async function signUpIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/sign-up`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${url}/start`)
}

/** Fills the playground's form and sends it. */
export async function askIn(page: Page, query: string, level = 'low'): Promise<void> {
  await page.getByLabel('Question').fill(query)
  await page.getByRole('radio', { name: level }).check()
  await page.getByRole('button', { name: 'Ask' }).click()
}
