import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Debian's, where vitest.config.ts found no smaller one; the package brings no browser of its own. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** @throws where Chromium is not installed; without REQUIRE_SERVICES a test looks first. */
export async function launchBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) throw new Error(`REQUIRE_SERVICES is 1, and ${CHROMIUM} is not there`)
  return await chromium.launch({ executablePath: CHROMIUM, args: ARGS })
}

/** A page with cookies of its own, and what its console told. Whoever loads something from elsewhere is told of. */
export async function openTab(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[]; close(): Promise<void> }> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.setDefaultTimeout(15_000)
  return { page, complaints, close: () => context.close() }
}
