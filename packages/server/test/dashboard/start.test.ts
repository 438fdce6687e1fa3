import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { onSqlite } from '../support/both-databases.ts'
import { NO_BROWSER, withBrowser } from '../support/dashboard-browser.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { startTestService } from '../support/service.ts'
import { PASSWORD, signUp } from '../support/visitor.ts'

const run = promisify(execFile)

/** Presses Tab until the focus is on an element whose text or label is this. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return element?.labels?.[0]?.textContent ?? element?.ariaLabel ?? element?.textContent ?? ''
    })
    if (at.trim().startsWith(name)) return
  }
  throw new Error(`Tab does not reach ${name}`)
}

onSqlite('what is offered to be asked', (createUrl) => {
  it.each([
    ['', 'What was the Monroe Doctrine?', 'What was the Monroe Doctrine?'],
    [import.meta.dirname, 'What do my documents say about …?', 'Your question'],
  ])('where CORPUS is "%s"', async (corpus, placeholder, inCode) => {
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32), CORPUS: corpus }
    const { url } = await startTestService({ environment })
    const visitor = await signUp(url, 'ada@example.com')
    const playground = (await visitor.get('/playground')).text
    expect(playground).toContain(`placeholder="${placeholder}"`)
    expect(playground).toContain(`data-example="${inCode}"`)
    expect((await visitor.get('/start')).text).toContain(inCode)
    expect(playground.includes('Monroe')).toBe(corpus === '')
  })
})

describe.runIf(NO_BROWSER === '')(`first steps${NO_BROWSER}`, () => {
  const browser = withBrowser()

  onSqlite('first steps', (createUrl) => {
    it('leads by keyboard alone from the sign-up to an answer, in code and in the playground', async () => {
      const { url } = await startTestService({
        engine: createScriptedEngine((engine) => engine.complete()),
        environment: { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) },
      })
      const page = await browser.open()
      await page.goto(`${url}/sign-up`)
      await tabTo(page, 'Email address')
      await page.keyboard.type('ada@example.com')
      await tabTo(page, 'Password')
      await page.keyboard.type(PASSWORD)
      await tabTo(page, 'Create account')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${url}/start`)
      await tabTo(page, 'Create key')
      await page.keyboard.press('Enter')
      const key = (await page.locator('#export-key').innerText()).replace('export DEEP_RESEARCH_API_KEY=', '')
      expect(await page.locator('.steps > li.done').count()).toBe(1)

      const code = page.locator('.tabs .code:visible pre')
      await tabTo(page, 'curl')
      const env = { ...process.env, DEEP_RESEARCH_API_KEY: key }
      const curl = await run('sh', ['-c', await code.innerText()], { env })
      expect(curl.stdout).toContain('"type":"research.completed"')
      await page.keyboard.press('ArrowRight')
      expect(await code.innerText()).toContain(`baseURL: "${url}"`)
      await page.keyboard.press('ArrowRight')
      const python = await run('python3', ['-c', await code.innerText()], { env })
      expect(python.stdout).toContain('Some live')

      await page.reload()
      expect(await page.locator('.steps > li.done').count()).toBe(3)
      await page.goto(`${url}/playground`)
      await tabTo(page, 'Question')
      await page.keyboard.type('How old do corals get?')
      await tabTo(page, 'Ask')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.getByRole('status').innerText()).toMatch(/^Complete: .*1 (?:citation|quotation)/)
      await tabTo(page, 'Source 1')
      expect(await page.getByRole('tooltip').innerText()).toMatch(/^Corals/)
      await page.keyboard.press('Escape')
      expect(await page.getByRole('tooltip').isVisible()).toBe(false)
      expect(await page.locator('#problem').isVisible()).toBe(false)
    }, 60_000)
  })
})
