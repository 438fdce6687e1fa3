import { mkdirSync } from 'node:fs'
import { toHtml } from '@deep-research/sdk/citations'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { askIn, NO_BROWSER, signUpIn, withBrowser } from '../support/dashboard-browser.ts'
import { longResult } from '../support/long-result.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { startTestService } from '../support/service.ts'

/** Where documents are left to be looked at; none are where it is not set. */
const SHOTS = process.env['SHOTS']

const QUESTION = 'How fast do the corals of reefs grow, and what limits them?'

/** Pixels of a page's text: A4 without the margins. */
const PAPER = { width: 658, height: 980 }

/** A tab whose visitor prefers dark pages, as it would be printed. */
async function print(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined) {
    mkdirSync(SHOTS, { recursive: true })
    await page.pdf({ path: `${SHOTS}/${name}.pdf`, preferCSSPageSize: true, format: 'A4' })
  }
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
}

/** What of a page is wider than the paper. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('main *')).flatMap((element) => {
      const { right, width } = element.getBoundingClientRect()
      const hidden = getComputedStyle(element).clipPath !== 'none'
      const cut = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible'
      return width > 0 && !hidden && (right > innerWidth + 1 || cut) ? [`${element.tagName} ${right}`] : []
    }),
  )

const shown = (page: Page, selector: string) => page.locator(selector).filter({ visible: true }).count()

describe.runIf(NO_BROWSER === '')(`a report on paper${NO_BROWSER}`, () => {
  const browser = withBrowser()

  it('of the page of an answer has no navigation, is light, and cuts nothing', async () => {
    const result = longResult()
    const engine = createScriptedEngine((run) => {
      run.tell({ type: 'completed', result })
      run.stop()
    })
    const { url } = await startTestService({ engine })
    const page = await browser.open({ colorScheme: 'dark' })
    await signUpIn(page, url, 'ada@example.com')
    await page.goto(`${url}/playground`)
    await askIn(page, QUESTION)
    await page.getByRole('link', { name: 'Open the page of this research' }).waitFor()
    await page.goto(`${url}/research`)
    await page.getByRole('link', { name: QUESTION }).click()
    await page.getByRole('heading', { name: 'Sources' }).waitFor()
    await print(page, 'console')
    expect(await tooWide(page)).toEqual([])
    expect(await shown(page, 'nav, header, footer, button, .button, form, details, .crumb, .check a')).toBe(0)
    expect(await shown(page, '.sources > li')).toBe(9)
    expect(await shown(page, '.sources .about')).toBe(9)
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.documentElement)
      return [color, backgroundColor]
    })
    expect(colours).toEqual(['rgb(20, 24, 31)', 'rgb(255, 255, 255)'])
  })

  it('of toHtml with a title is light, names the addresses and cuts nothing', async () => {
    const page = await browser.open({ colorScheme: 'dark' })
    await page.setContent(toHtml(longResult(), { title: QUESTION }))
    await print(page, 'to-html')
    expect(await tooWide(page)).toEqual([])
    expect(await page.title()).toBe(QUESTION)
    const address = page.locator('.sources a').first()
    expect(await address.evaluate((link) => getComputedStyle(link, '::after').content)).toContain('https://reefs')
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(20, 24, 31)')
  })
})
