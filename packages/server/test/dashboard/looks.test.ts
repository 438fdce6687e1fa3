import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { generate } from 'otplib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { onSqlite } from '../support/both-databases.ts'
import { askIn, NO_BROWSER, withBrowser } from '../support/dashboard-browser.ts'
import { startReceiver } from '../support/receiver.ts'
import { createScriptedEngine, type Run, toolCall } from '../support/scripted-engine.ts'
import { startTestService } from '../support/service.ts'
import { PASSWORD, signUp } from '../support/visitor.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core')

/** Where pictures of all pages are left to be looked at; none are made where it is not set. */
const SHOTS = process.env['SHOTS']

const DAY = 86_400_000

/** Each walk through the pages, with the colours that each of them is looked at in. */
const WALKS: Record<string, { options: BrowserContextOptions; looks: Record<string, 'light' | 'dark'> }> = {
  desktop: { options: { viewport: { width: 1200, height: 800 } }, looks: { light: 'light', dark: 'dark' } },
  phone: {
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    looks: { phone: 'light' },
  },
}

/** Pages that may be longer than five screens: what is read up, and a table that was opened. */
const LONG = ['reference', 'credits-by-day']

const QUESTIONS = [
  'What was the Monroe Doctrine?',
  'Which addresses speak of the gold standard, and what did they promise about it between the panic of 1893 and the end of the century?',
  'What was said about Pneumonoultramicroscopicsilicovolcanoconiosis-and-other-words-that-do-not-break?',
  'Why?',
]

/** What each run comes to, by its question. */
function play(run: Run): void {
  const { query } = run.task
  if (query === 'wait') run.tell(...toolCall('call_1'), { type: 'thinking', content: 'Two sources agree.' })
  else if (query === 'Why?') run.fail(new Error('broken'))
  else {
    run.tell(...toolCall('call_1'), { type: 'thinking', content: 'The older source is the better one.' })
    run.complete()
  }
}

describe.runIf(NO_BROWSER === '')(`looks${NO_BROWSER}`, () => {
  const browser = withBrowser()

  // What pages look like does not hang on the database: the tests of what they do run on both.
  onSqlite('looks', (createUrl) => {
    /** A service with a month of use, and a request that runs. */
    const startUsed = async () => {
      const clock = { at: Date.UTC(2026, 9, 30, 9, 12), now: () => clock.at }
      const environment = {
        DATABASE_URL: await createUrl(),
        AUTH_SECRET: 's'.repeat(32),
        PUBLIC_URL: 'http://localhost:8080',
        OIDC_ISSUER: 'https://login.example.com',
        OIDC_CLIENT_ID: 'research',
        OIDC_CLIENT_SECRET: 's'.repeat(32),
        OIDC_NAME: 'Example Login',
      }
      const deliveries = await startReceiver()
      const { reach } = deliveries
      const service = await startTestService({ engine: createScriptedEngine(play), environment, clock, reach })
      const { url, manage } = service
      await signUp(url, 'ada.lovelace@analytical-engines.example.com')
      const { id } = await manage.createAccount('grace@example.com', 'pro')
      await manage.createKey(id)
      const ada = 'ada.lovelace@analytical-engines.example.com'
      await manage.setOperator(ada, true)
      await manage.setTier(ada, 'pro')
      await manage.grantCredits(ada, 1_500)
      const old = await manage.createKey(ada, 'continuous integration')
      await manage.createKey(ada)
      const { key } = await manage.createKey(ada, 'laptop')
      const limited = await manage.createKey(ada, 'nightly')
      const expiresAt = clock.at + 90 * DAY
      await manage.changeKey(limited.id, { name: 'nightly', expiresAt, monthlyBudget: 200 })
      await manage.revokeKey(old.id)
      const ask = (query: string, more: object = {}) =>
        fetch(`${url}/v1/research`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ query, ...more }),
        })
      for (let index = 0; index < 34; index += 1) {
        clock.at += DAY * (index % 5 === 0 ? 1 : 0.3)
        const levels = ['low', 'medium', 'high']
        const metadata =
          index % 4 === 1 ? { metadata: { team: 'history', ticket: `T-${index}` }, request_id: `job-${index}` } : {}
        const query = QUESTIONS[index % QUESTIONS.length] ?? ''
        await (await ask(query, { reasoning_level: levels[index % 3], ...metadata })).text()
      }
      const running = await ask('wait')
      return { ...service, clock, running, limited, email: ada, deliveries }
    }

    it.each(Object.keys(WALKS))(
      'every page, %s: nothing that axe finds, nothing cut, nothing empty',
      async (walk) => {
        const { url, email, manage, limited, clock, deliveries } = await startUsed()
        const { options = {}, looks = {} } = WALKS[walk] ?? {}
        const page = await browser.open(options)
        const check = (name: string) => checkPage(page, { name, looks })

        await page.goto(`${url}/sign-up`)
        await check('sign-up')
        await page.goto(`${url}/sign-in`)
        await page.getByLabel('Email address').fill(email)
        await page.getByLabel('Password').fill('wrong')
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByRole('alert').waitFor()
        await check('sign-in')
        await page.getByLabel('Password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.waitForURL(`${url}/credentials`)
        await check('credentials')
        await page.getByRole('link', { name: 'Roll the key laptop' }).click()
        await page.waitForURL(/\/roll$/)
        await check('roll')
        await page.goto(`${url}/credentials`)
        await page.getByLabel('Name of the new key').fill('server')
        await page.getByRole('button', { name: 'Create key' }).click()
        await page.locator('dialog').waitFor()
        await check('new-key')
        await page.goto(`${url}/webhooks`)
        await page
          .getByLabel('Address')
          .fill('https://example.com/webhooks/deep-research?token=a-long-token-of-the-receiver')
        await page.getByRole('button', { name: 'Add webhook' }).click()
        await page.locator('dialog').waitFor()
        await check('webhook-secret')
        await page.getByRole('button', { name: 'I have copied it' }).click()
        await page.getByRole('button', { name: 'Send a test' }).click()
        await page.getByRole('status').waitFor()
        await deliveries.has(1)
        await page.reload()
        await check('webhook')
        await page.goto(`${url}/webhooks`)
        await check('webhooks')
        await page.goto(`${url}/credits`)
        await check('credits')
        await page.getByText('Requests by day and level', { exact: true }).click()
        await check('credits-by-day')
        await page.goto(`${url}/credentials/${limited.id}`)
        await check('key')
        await page.goto(`${url}/research`)
        await check('history')
        await page.getByRole('link', { name: 'Older' }).click()
        await page.waitForURL(/after=/)
        await check('history-older')
        await page.goto(`${url}/account`)
        await check('account')
        await page.getByRole('button', { name: 'Set up' }).click()
        await page.waitForURL(`${url}/account/two-factor`)
        await check('two-factor')
        const secret = (await page.locator('#secret').innerText()).replaceAll(' ', '')
        await page.getByLabel('Code', { exact: true }).fill(await generate({ secret, epoch: clock.at / 1_000 }))
        await page.getByRole('button', { name: 'Turn on' }).click()
        await page.locator('#backup-codes').waitFor()
        await check('backup-codes')
        for (const path of ['preferences', 'address', 'data']) {
          await page.goto(`${url}/account/${path}`)
          await check(`account-${path}`)
        }
        await page.goto(`${url}/operator`)
        await check('operator')
        const { account } = await manage.showCredits('grace@example.com')
        for (const path of [
          'keys',
          'invite',
          'requests',
          'service',
          `accounts/${account.id}`,
          `accounts/${account.id}/take-credits`,
        ]) {
          await page.goto(`${url}/operator/${path}`)
          await check(`operator-${path.replace(/accounts\/[^/]+/, 'account').replace('/', '-')}`)
        }
        await page.goto(`${url}/operator/keys`)
        await page.getByLabel('Name').fill('payments')
        await page.getByRole('checkbox').first().check()
        await page.getByRole('button', { name: 'Create key' }).click()
        await page.locator('dialog').waitFor()
        await check('operator-new-key')
        await page.goto(`${url}/operator/requests?id=job-1`)
        await check('operator-requests-found')
        await page.goto(`${url}/operator/service`)
        await page.getByLabel('What everybody is told').fill('Maintenance on Sunday from 08:00 to 09:00 UTC.')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Maintenance on Sunday').waitFor()
        await page.goto(`${url}/operator/activity`)
        await check('operator-activity')
        await page.goto(`${url}/account/activity`)
        await check('activity')
        await page.goto(`${url}/confirm`)
        await check('confirm')
        await page.goto(`${url}/enter?token=none`)
        await check('link-expired')
        await page.goto(`${url}/enter?token=${await manage.createLink('grace@example.com')}`)
        await check('link')
        await page.goto(`${url}/playground`)
        await check('playground')
        await askIn(page, QUESTIONS[0] ?? '')
        await expect.poll(() => page.locator('#status').innerText()).toMatch(/^Complete/)
        const cite = page.locator('#answer a.cite').first()
        await (options.hasTouch ? cite.tap() : cite.focus())
        expect(await page.getByRole('tooltip').innerText()).toContain('✓ Borne out by its source')
        await check('playground-answer')
        await page.getByRole('link', { name: 'Open the page of this research' }).click()
        await page.waitForURL(/\/research\/req_/)
        await check('research')
        await page.getByRole('link', { name: 'Ask again' }).click()
        await page.waitForURL(/\/playground\?again=/)
        expect(await page.getByLabel('Question').inputValue()).toBe(QUESTIONS[0])
        await page.waitForLoadState('networkidle')
        await askIn(page, 'wait')
        await expect.poll(() => page.locator('#progress').innerText()).toContain('Two sources')
        await check('playground-running')
        await page.goto(`${url}/start`)
        await check('start')
        await page.goto(`${url}/reference`)
        await check('reference')
        await page.goto(`${url}/no/such/page`)
        await check('not-found')
        await page.context().clearCookies()
        await page.goto(`${url}/sign-in`)
        await page.getByLabel('Email address').fill(email)
        await page.getByLabel('Password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.waitForURL(`${url}/sign-in/code`)
        await check('code')
      },
      240_000,
    )

    it('an account that has nothing yet: every page says what comes next', async () => {
      const service = await startTestService({
        environment: { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) },
      })
      const page = await browser.open(WALKS['desktop']?.options)
      const { cookies } = await signUp(service.url, 'new@example.com')
      await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: service.url })))
      for (const name of ['credentials', 'credits', 'research']) {
        await page.goto(`${service.url}/${name}`)
        await checkPage(page, { name: `empty-${name}`, looks: { light: 'light' } })
      }
      await page.goto(`${service.url}/credentials`)
      expect(await page.locator('main').innerText()).toContain('No keys yet')
      await page.goto(`${service.url}/research`)
      expect(await page.locator('main').innerText()).toMatch(/No research yet/)
    }, 60_000)

    it('is worked by keyboard alone', async () => {
      const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
      const { url } = await startTestService({ engine: createScriptedEngine(play), environment })
      const email = 'ada@example.com'
      const page = await browser.open()
      await page.goto(`${url}/sign-up`)
      await page.getByLabel('Email address').focus()
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${url}/start`)
      await page.context().clearCookies()
      await page.goto(`${url}/sign-in`)
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe('Skip to content')
      await page.getByLabel('Email address').focus()
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${url}/credentials`)
      await page.getByLabel('Name of the new key').focus()
      await page.keyboard.type('by keyboard')
      await page.keyboard.press('Enter')
      await page.locator('dialog:modal').waitFor()
      expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
      await page.keyboard.press('Escape')
      // The key is shown only once: Escape takes it out of the way, and no further.
      await page.locator('dialog:modal').waitFor({ state: 'detached' })
      expect(await page.locator('#new-key-text').innerText()).toMatch(/^dr_live_/)
      await page.getByRole('button', { name: 'I have copied it' }).press('Enter')
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page.goto(`${url}/playground`)
      await page.getByLabel('Question').focus()
      await page.keyboard.type('What was the Monroe Doctrine?')
      await page.keyboard.press('Control+Enter')
      await expect.poll(() => page.locator('#status').innerText()).toMatch(/^Complete/)
      const cite = page.locator('#answer a.cite').first()
      await cite.press('Enter')
      expect(new URL(page.url()).hash).toMatch(/^#passage-/)
      await page.getByRole('link', { name: 'Back to the sentence' }).first().press('Enter')
      expect(await page.evaluate(() => document.querySelector(':target')?.className)).toMatch(/^cite/)
      await page.goto(`${url}/webhooks`)
      await page.getByLabel('Address').focus()
      await page.keyboard.type('https://example.com/hook')
      await page.keyboard.press('Enter')
      await page.locator('dialog').waitFor()
      await page.getByRole('button', { name: 'I have copied it' }).press('Enter')
      await page.getByRole('button', { name: 'Switch off' }).press('Enter')
      await page.getByRole('button', { name: 'Switch on' }).waitFor()
      await page.getByRole('link', { name: 'Remove' }).press('Enter')
      await page.getByRole('button', { name: 'Remove webhook' }).press('Enter')
      await page.getByText('No webhooks yet').waitFor()
    }, 60_000)
  })
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Asks axe, measures what is cut or empty, and leaves a picture; of each look. */
async function checkPage(page: Page, { name, looks }: { name: string; looks: Record<string, 'light' | 'dark'> }) {
  await page.waitForLoadState('load')
  await page.evaluate(await axeSource())
  for (const [index, [look, colorScheme]] of Object.entries(looks).entries()) {
    await page.emulateMedia({ colorScheme })
    if (SHOTS) {
      mkdirSync(SHOTS, { recursive: true })
      await page.screenshot({ path: `${SHOTS}/${name}-${look}.png`, fullPage: true })
    }
    expect(await page.evaluate(findCut), `${name}, ${look}: cut`).toEqual([])
    expect((await page.locator('main').innerText()).length, `${name}, ${look}: text`).toBeGreaterThan(80)
    if (!LONG.includes(name)) expect(await page.evaluate(screens), `${name}, ${look}: screens`).toBeLessThanOrEqual(5)
    // Another look of the same page differs in its colours alone.
    const rules = index === 0 ? { rules: { 'target-size': { enabled: true } } } : { runOnly: ['color-contrast'] }
    const violations = await page.evaluate(async (rules) => {
      const { axe } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      const { violations } = await axe.run(rules)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    }, rules)
    expect(violations, `${name}, ${look}: axe`).toEqual([])
  }
}

/** How many screens a page is long. Runs in the page. */
function screens(): number {
  return document.documentElement.scrollHeight / innerHeight
}

let source: string | undefined
async function axeSource(): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  source ??= await readFile(AXE, 'utf8')
  return source
}

/** Elements that stick out of the window, or whose text sticks out of them. Runs in the page. */
function findCut(): string[] {
  const cut: string[] = []
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width) cut.push(`the page is ${document.documentElement.scrollWidth} wide`)
  for (const element of document.querySelectorAll<HTMLElement>('main *, header *')) {
    const { left, right, width: wide, height } = element.getBoundingClientRect()
    if (wide <= 1 || height <= 1 || element.closest('.hidden, thead, svg, pre, option')) continue
    const { overflowX } = getComputedStyle(element)
    const called = `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`
    if (left < -1 || right > width + 1) cut.push(`${called}: ${Math.round(left)} to ${Math.round(right)}`)
    if (
      element.scrollWidth > element.clientWidth + 1 &&
      element.clientWidth > 0 &&
      overflowX === 'visible' &&
      getComputedStyle(element).display !== 'inline'
    ) {
      cut.push(`${called}: ${element.scrollWidth} in ${element.clientWidth}`)
    }
  }
  return cut
}
