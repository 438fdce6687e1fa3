import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { readSettings, startService } from '../../src/index.ts'
import { openProductEngine } from '../../src/product-engine.ts'
import { onBothDatabases, onSqlite } from '../support/both-databases.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { askIn, NO_BROWSER, signUpIn, withBrowser } from '../support/dashboard-browser.ts'
import { answerOf, RESULT, toolCall } from '../support/scripted-engine.ts'
import { startTestService } from '../support/service.ts'

/** Longer than any test: what ends before, the page has ended. In milliseconds. */
const GRACE = 600_000

const AUTH_SECRET = 's'.repeat(32)

const status = (page: Page) => page.locator('#status').innerText()
const problem = (page: Page) => page.locator('#problem').innerText()

/** Notes what a screen reader is told by the live regions of the pages that are opened from now on. */
async function listen(page: Page): Promise<string[]> {
  const announced: string[] = []
  await page.exposeFunction('announce', (text: string) => {
    if (text !== '' && announced.at(-1) !== text) announced.push(text)
  })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const { announce } = globalThis as unknown as { announce(text: string): void }
      for (const region of document.querySelectorAll<HTMLElement>('[role="status"], [role="alert"], [aria-live]')) {
        const tell = () =>
          announce(region.hidden ? '' : `${region.role}: ${region.innerText.trim()}`.replace(/^\w+: $/, ''))
        new MutationObserver(tell).observe(region, {
          childList: true,
          characterData: true,
          subtree: true,
          attributes: true,
        })
      }
    })
  })
  return announced
}

describe.runIf(NO_BROWSER === '')(`playground${NO_BROWSER}`, () => {
  const browser = withBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'deep-research-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  onBothDatabases('playground', (createUrl) => {
    it('research goes on when its page is left, and is found again by a reload and in another tab', async () => {
      const { url, engine, manage } = await startTestService({
        environment: { DATABASE_URL: await createUrl(), AUTH_SECRET, DISCONNECT_GRACE_MS: '0' },
      })
      const page = await browser.open()
      await signUpIn(page, url, 'ada@example.com')
      await page.goto(`${url}/playground`)
      await askIn(page, 'How old do corals get?', 'high')
      const run = await engine.nextRun()
      run.tell(...toolCall('call_1'), ...answerOf('Corals grow slowly. '))
      await expect.poll(() => page.locator('#answer').innerText()).toBe('Corals grow slowly.')
      expect(new URL(page.url()).search).toMatch(/^\?run=req_/)
      await page.reload()
      await expect.poll(() => page.locator('#answer').innerText()).toBe('Corals grow slowly.')
      expect(await page.getByLabel('Question').inputValue()).toBe('How old do corals get?')
      expect(await page.getByRole('radio', { name: 'high' }).isChecked()).toBe(true)

      await page.goto(`${url}/credits`)
      const other = await page.context().newPage()
      await other.goto(`${url}/playground`)
      await expect.poll(() => other.locator('#progress').innerText()).toContain('Iteration 1')
      const third = await page.context().newPage()
      await third.goto(`${url}/research`)
      await third.getByRole('link', { name: 'How old do corals get?' }).first().click()
      await expect.poll(() => third.locator('#answer').innerText()).toBe('Corals grow slowly.')
      expect(run.signal.aborted).toBe(false)
      run.complete()
      for (const tab of [other, third]) {
        await expect.poll(() => status(tab)).toMatch(/^Complete: 2 iterations/)
        expect(await tab.locator('#answer').innerText()).toMatch(/4,000 years – 🪸\.1$/)
        expect(await tab.locator('#sources').innerText()).toContain('Borne out by its source: it was found there.')
      }
      // Reloaded after its end, it is a page of its own.
      await page.goBack()
      await page.waitForURL(/\/research\/req_/)
      expect((await manage.showCredits('ada@example.com')).free).toBe(280)
    }, 60_000)
  })

  // What the page shows and asks for does not hang on the database.
  onSqlite('playground', (createUrl) => {
    const start = async () =>
      startTestService({
        environment: { DATABASE_URL: await createUrl(), AUTH_SECRET, DISCONNECT_GRACE_MS: String(GRACE) },
      })

    it('answers from the demo corpus, and shows what a claim stands on, by mouse and by key', async () => {
      const settings = readSettings({ PORT: '0', DATABASE_URL: await createUrl(), AUTH_SECRET })
      const service = await startService(settings, {
        // One index of the corpus for all databases.
        openEngine: (given, progress) =>
          openProductEngine({ ...given, databaseUrl: `sqlite:${join(folder, 'index.db')}` }, progress),
      })
      onTestFinished(() => service.close())
      const { url, manage } = service
      await manage.createAccount('first@example.com', 'free')
      await manage.setOperator('first@example.com', true)
      const page = await browser.open()
      await signUpIn(page, url, 'ada@example.com')
      await page.goto(`${url}/playground`)
      await askIn(page, 'What was the Monroe Doctrine?')
      await expect.poll(() => status(page), { timeout: 60_000 }).toMatch(/^Complete: \d+ iterations?/)
      expect(await status(page)).toMatch(/, [1-9]\d* (quotation|citation)s?[,. (]/)

      const marks = page.locator('#answer a.cite')
      const tip = page.getByRole('tooltip')
      const quoteOf = async () => (await tip.locator('.passage mark').first().innerText()).trim()
      await marks.first().hover()
      const hovered = await quoteOf()
      expect(hovered.length).toBeGreaterThan(20)
      expect(await tip.innerText()).toMatch(/✓ Quoted word for word|Not borne out/)
      expect(await marks.first().getAttribute('aria-describedby')).toBe('tip')
      await page.keyboard.press('Escape')
      expect(await tip.isVisible()).toBe(false)
      await marks.first().focus()
      expect(await quoteOf()).toBe(hovered)
      await page.keyboard.press('Tab')
      if ((await marks.count()) > 1) expect(await marks.nth(1).getAttribute('aria-describedby')).toBe('tip')
      expect(await page.locator('#sources li').count()).toBeGreaterThan(0)
      // Each iteration is folded into one line.
      expect(await page.locator('#progress > li').count()).toBeGreaterThan(0)
      expect(await page.locator('#progress details[open]').count()).toBe(0)
      expect(await page.locator('#progress summary').first().innerText()).toMatch(/^Iteration 1 \d+ search/)
      expect(await page.locator('#progress code').first().textContent()).toMatch(/\w+\(/)
      expect(await page.locator('#progress .thought').first().textContent()).not.toBe('')
      await expect.poll(() => page.locator('#balance').innerText()).toBe('290')

      // The source, with the passage found in it, for whoever is signed in.
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Read in the source' }).first().click()
      await page.waitForURL(/\/sources\/urn%3Acorpus%3A.*#passage$/)
      expect(await page.locator('mark#passage').innerText()).toContain(hovered.slice(0, 20))
      await expect
        .poll(() => page.locator('mark#passage').evaluate((mark) => mark.getBoundingClientRect().top))
        .toBeLessThan(800)
      expect((await fetch(page.url(), { redirect: 'manual' })).status).toBe(303)
      expect((await manage.showCredits('ada@example.com')).free).toBe(290)
    }, 120_000)

    it('shows progress while it runs, and the same request as code', async () => {
      const { url, engine } = await start()
      const page = await browser.open()
      await signUpIn(page, url, 'ada@example.com')
      await page.goto(`${url}/playground`)
      await askIn(page, "Who's who?", 'high')
      const run = await engine.nextRun()
      run.tell(...toolCall('call_1'), { type: 'thinking', content: 'Corals, then.' })
      await expect.poll(() => page.locator('#progress').innerText()).toContain('search("coral") 3 ms')
      expect(await page.locator('#progress').innerText()).toMatch(/Iteration 1[\s\S]*Corals, then\./)
      expect(await status(page)).toBe('Researching: iteration 1 of up to 15…')
      run.tell(
        ...answerOf('## Age\n\nSome live **4,000** <cite id="cite_1">years</cite> <b>or</b>\n\n- [more](javascript:x)'),
      )
      await expect.poll(() => page.locator('#answer li').innerText()).toBe('[more](javascript:x)')
      expect(await page.locator('#answer').evaluate(({ innerHTML }) => innerHTML)).toBe(
        '<h2>Age</h2><p>Some live <strong>4,000</strong> years<sup><span class="cite coming" aria-hidden="true"><span>·</span></span></sup> &lt;b&gt;or&lt;/b&gt;</p><ul><li>[more](javascript:x)</li></ul>',
      )

      expect(await page.locator('#code-curl').innerText()).toContain(`curl -N ${url}/v1/research`)
      expect(await page.locator('#code-curl').innerText()).toContain(
        `"query":"Who'\\''s who?","reasoning_level":"high"`,
      )
      await page.getByRole('radio', { name: 'TypeScript' }).check()
      expect(await page.locator('#code-typescript').innerText()).toContain(`"query": "Who's who?"`)
      run.fail(new Error('broken'))
      await expect.poll(() => problem(page)).toContain('The research failed. The credits were refunded.')
      await expect.poll(() => page.locator('#balance').innerText()).toBe('300')
    }, 60_000)

    it('scrolls a wide table in its card on a phone, while it comes, when it is there, and on its own page', async () => {
      const { url, engine } = await start()
      const page = await browser.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
      await signUpIn(page, url, 'ada@example.com')
      await page.goto(`${url}/playground`)
      await askIn(page, 'Which corals are there?')
      const run = await engine.nextRun()
      const names = ['Conservation', 'Distribution', 'Reproduction', 'Calcification', 'Temperature']
      const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
      const answer = line(names) + line(names.map(() => '---')) + line(names.map((name) => `${name}-of-corals`))
      const fits = async () => {
        await page.locator('#answer .wide td').last().waitFor()
        const [pageWidth, scrolls] = await page.evaluate(() => {
          const wide = document.querySelector('#answer .wide')
          return [document.documentElement.scrollWidth, wide !== null && wide.scrollWidth > wide.clientWidth]
        })
        expect([pageWidth, scrolls]).toEqual([390, true])
      }
      run.tell(...answerOf(answer))
      await fits()
      run.tell({
        type: 'completed',
        result: { ...RESULT, answer, answer_clean: answer, citations: [], sources_summary: [] },
      })
      run.stop()
      await expect.poll(() => status(page)).toMatch(/^Complete/)
      await fits()
      if (process.env['SHOTS'])
        await page.screenshot({ path: `${process.env['SHOTS']}/wide-table.png`, fullPage: true })
      await page.getByRole('link', { name: 'Open the page of this research' }).click()
      await page.waitForURL(/\/research\/req_/)
      await fits()
    }, 60_000)

    it('survives a connection that the server breaks midway, again and again, with one charge', async () => {
      const { url, engine, manage } = await start()
      const proxy = await startCuttingProxy(url)
      onTestFinished(() => proxy.close())
      const page = await browser.open()
      await signUpIn(page, proxy.url, 'ada@example.com')
      await page.goto(`${proxy.url}/playground`)
      const resumed: string[] = []
      page.on('request', (request) => resumed.push(...((request.headers()['last-event-id'] ?? '').match(/.+/g) ?? [])))
      await askIn(page, 'How old do corals get?')
      const run = await engine.nextRun()
      const pieces = answerOf(RESULT.answer)
      for (const [index, piece] of pieces.entries()) {
        run.tell(piece)
        const clean = pieces
          .slice(0, index + 1)
          .map((event) => (event.type === 'answer' ? event.content : ''))
          .join('')
          .replace(/<[^>]*>?/g, '')
        const shown = async () => (await page.locator('#answer').innerText()).replace('·', '').trimEnd()
        await expect.poll(shown).toBe(clean.trimEnd())
        if (index % 3 === 2) proxy.cut()
      }
      // Between two connections, too.
      proxy.cut()
      run.tell({ type: 'completed', result: RESULT })
      run.stop()
      await expect.poll(() => status(page), { timeout: 20_000 }).toMatch(/^Complete/)
      expect(await page.locator('#answer').innerText()).toBe(`${RESULT.answer_clean}1`)
      expect(new Set(resumed).size).toBeGreaterThanOrEqual(3)
      expect(engine.started).toBe(1)
      expect((await manage.showCredits('ada@example.com')).free).toBe(290)
    }, 60_000)

    it('announces what happens, in order, and nothing of what streams', async () => {
      const { url, engine } = await start()
      const page = await browser.open()
      await signUpIn(page, url, 'ada@example.com')
      const announced = await listen(page)
      await page.goto(`${url}/playground`)
      await askIn(page, 'How old do corals get?')
      const run = await engine.nextRun()
      run.tell(...toolCall('call_1'), { type: 'thinking', content: 'Corals, then.' })
      await expect.poll(() => page.locator('#progress').innerText()).toContain('Corals, then.')
      run.complete()
      await expect.poll(() => status(page)).toMatch(/^Complete/)
      await askIn(page, 'And now?')
      const second = await engine.nextRun()
      second.tell(...toolCall('call_1'))
      await expect.poll(() => page.locator('#progress').innerText()).toContain('search("coral")')
      second.fail(new Error('broken'))
      await expect.poll(() => problem(page)).toContain('failed')
      const begun = ['status: Asking…', 'status: Researching…', 'status: Researching: iteration 1 of up to 5…']
      expect(announced).toEqual([
        ...begun,
        'status: Writing the answer…',
        'status: Complete: 2 iterations, 1 tool call, 1 source, 1 citation, 0.0 s.',
        ...begun,
        'alert: The research failed. The credits were refunded. You can ask again.',
      ])
    }, 60_000)

    it('a cancelled run frees its slot', async () => {
      const { url, engine } = await start()
      const page = await browser.open()
      await signUpIn(page, url, 'ada@example.com')
      await page.goto(`${url}/playground`)
      await askIn(page, 'wait')
      const first = await engine.nextRun()
      const focused = () => page.evaluate(() => document.activeElement?.id)
      expect(await focused()).toBe('ask-button')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await first.left
      await expect.poll(() => status(page)).toContain('Cancelled. The credits for this request are spent.')
      expect(await focused()).toBe('ask-button')
      // The free tier has one slot alone.
      await askIn(page, 'go')
      ;(await engine.nextRun()).complete()
      await expect.poll(() => status(page)).toMatch(/^Complete/)
    }, 60_000)

    it('402 and 429 say what to do, and when', async () => {
      const { url, engine, manage } = await start()
      const page = await browser.open()
      await signUpIn(page, url, 'ada@example.com')
      const { key } = await manage.createKey('ada@example.com')
      const other = await fetch(`${url}/v1/research`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'wait' }),
      })
      const run = await engine.nextRun()
      await page.goto(`${url}/playground`)
      await askIn(page, 'Now?')
      await expect.poll(() => problem(page)).toMatch(/No free slot: the free tier runs 1 request at once\./)
      expect(await problem(page)).toMatch(
        /Wait for a running request to finish, or cancel one\. Try again (in about \d+ s|now)\./,
      )

      // It runs on the page of the history, and is cancelled there.
      await page.getByRole('link', { name: 'cancel one' }).click()
      expect(await page.locator('#running li').innerText()).toContain('wait')
      await page.getByRole('button', { name: 'Cancel: wait' }).click()
      await run.left
      expect(await page.getByRole('status').innerText()).toBe('The request is cancelled.')
      await other.body?.cancel()

      // 300 less 15: nineteen low ones leave less than a high one costs.
      for (let spent = 15; spent + 20 <= 300; spent += 20) {
        const paid = fetch(`${url}/v1/research`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ query: 'go', reasoning_level: 'high' }),
        })
        ;(await engine.nextRun()).complete()
        await (await paid).text()
      }
      await page.goto(`${url}/account/preferences`)
      await page.getByLabel('Time zone').selectOption('Asia/Kathmandu')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('status').waitFor()
      await page.goto(`${url}/playground`)
      await askIn(page, 'And now?', 'high')
      await expect.poll(() => problem(page)).toContain('Not enough credits: level high costs 20.')
      expect(await problem(page)).toMatch(
        /Your free credits renew on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT\+5:45, in \d+ days\. Until then, choose a lower level, or ask the operator of this service to add credits\./,
      )
    }, 60_000)

    it('tells of a session that is over', async () => {
      const { url } = await start()
      const page = await browser.open()
      await signUpIn(page, url, 'ada@example.com')
      await page.goto(`${url}/playground`)
      await page.context().clearCookies()
      await askIn(page, 'Hello?')
      await expect.poll(() => problem(page)).toContain('You are signed out. Sign in, then ask again.')
    }, 60_000)

    it('the list of running requests follows what runs', async () => {
      const { url, engine, manage } = await start()
      const page = await browser.open()
      await signUpIn(page, url, 'ada@example.com')
      const { key } = await manage.createKey('ada@example.com')
      await page.goto(`${url}/research`)
      expect(await page.locator('#running-section').isVisible()).toBe(false)
      const response = await fetch(`${url}/v1/research`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'How old <b>do</b> corals get?' }),
      })
      await expect.poll(() => page.locator('#running').innerText(), { timeout: 15_000 }).toContain('How old <b>do</b>')
      expect(await page.getByRole('button', { name: 'Cancel: How old' }).count()).toBe(1)
      ;(await engine.nextRun()).complete()
      await response.text()
      await expect.poll(() => page.locator('#running').innerText(), { timeout: 15_000 }).toContain('ended')
    }, 60_000)
  })
})
