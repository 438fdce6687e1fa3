import { generate } from 'otplib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { NO_BROWSER, withBrowser } from '../support/dashboard-browser.ts'
import { freePort } from '../support/free-port.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { startTestService } from '../support/service.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { PASSWORD } from '../support/visitor.ts'

const ADA = 'ada@example.com'
const NEW_PASSWORD = 'another long enough one'
const STEP = 30_000

describe.runIf(NO_BROWSER === '')(`a person in a browser${NO_BROWSER}`, () => {
  const browser = withBrowser()

  onBothDatabases('a person', (createUrl) => {
    const start = async () => {
      const sink = await startSmtpSink()
      const port = String(await freePort())
      const url = `http://localhost:${port}`
      const clock = { at: Date.UTC(2026, 0, 15), now: () => clock.at }
      const environment = {
        DATABASE_URL: await createUrl(),
        AUTH_SECRET: 's'.repeat(32),
        PORT: port,
        PUBLIC_URL: url,
        SMTP_URL: sink.url,
        MAIL_FROM: 'research@example.com',
      }
      const open = () => startTestService({ clock, environment, engine: createScriptedEngine((run) => run.complete()) })
      return { url, sink, clock, open }
    }
    const enter = async (page: Page, url: string, password: string) => {
      await page.goto(`${url}/sign-in`)
      await page.getByLabel('Email address').fill(ADA)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }

    it('signs up and recovers by mail, has a second factor, and ends another session', async () => {
      const { url, sink, clock, open } = await start()
      await open()
      const page = await browser.open()
      await page.goto(`${url}/sign-up`)
      await page.getByLabel('Email address').fill(ADA)
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByText('Check your mail').first().waitFor()
      await page.goto((await sink.next()).link)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.waitForURL(`${url}/start`)

      const other = await browser.open({
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      })
      await other.goto(`${url}/forgot-password`)
      await other.getByLabel('Email address').fill(ADA)
      await other.getByRole('button', { name: 'Send link' }).click()
      await other.goto((await sink.next()).link)
      await other.getByRole('button', { name: 'Sign in' }).click()
      await other.getByLabel('New password').fill(NEW_PASSWORD)
      await other.getByRole('button', { name: 'Set password' }).click()
      await other.getByText('Your new password is set').waitFor()
      // What was open before is over, and so is the first password.
      await page.goto(`${url}/account`)
      await enter(page, url, PASSWORD)
      await page.getByText('The email address or password is not correct.').waitFor()
      await enter(page, url, NEW_PASSWORD)
      await page.waitForURL(`${url}/credentials`)

      await page.goto(`${url}/account`)
      await page.getByRole('button', { name: 'Set up' }).click()
      const secret = (await page.locator('#secret').innerText()).replaceAll(' ', '')
      await page.getByLabel('Code', { exact: true }).fill(await generate({ secret, epoch: clock.at / 1_000 }))
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByText('Save your backup codes').waitFor()
      await enter(other, url, NEW_PASSWORD)
      clock.at += STEP
      await other.getByLabel('Code').fill(await generate({ secret, epoch: clock.at / 1_000 }))
      await other.getByRole('button', { name: 'Sign in' }).click()
      await other.waitForURL(`${url}/credentials`)

      await page.goto(`${url}/account`)
      await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
      await page.getByText('That session has been signed out.').waitFor()
      await other.goto(`${url}/credits`)
      expect(other.url()).toBe(`${url}/sign-in?to=%2Fcredits`)
    }, 60_000)

    it('opens an answer again after a restart, and sees what each key spent', async () => {
      const { url, open } = await start()
      const { manage, close } = await open()
      await manage.createAccount(ADA, 'free')
      const token = await manage.createLink(ADA)
      const page = await browser.open()
      await page.goto(`${url}/enter?token=${token}`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(/\/account/)
      for (const [name, level] of [
        ['laptop', 'low'],
        ['server', 'high'],
      ] as const) {
        const { key } = await manage.createKey(ADA, name)
        const headers = { 'x-api-key': key, 'content-type': 'application/json' }
        const body = JSON.stringify({ query: `asked by ${name}`, reasoning_level: level })
        await (await fetch(`${url}/v1/research`, { method: 'POST', headers, body })).text()
      }
      await close()
      await open()
      await page.goto(`${url}/research`)
      await page.getByRole('link', { name: 'asked by laptop' }).click()
      await page.waitForURL(/\/research\/req_/)
      expect(await page.locator('#answer').innerText()).toContain('Some live 4,000 years')
      await page.getByRole('link', { name: 'Credits', exact: true }).click()
      const rows = page.getByRole('table', { name: 'Usage by key and level' }).getByRole('row')
      const cells = (await rows.allInnerTexts()).slice(1).map((text) => text.split(/\s*\t\s*|\n+/).filter(Boolean))
      expect(cells.map(([key, ...amounts]) => [key?.split(' ')[0], ...amounts]).toSorted()).toEqual([
        ['laptop', '1', '0', '0', '1', '10'],
        ['server', '0', '0', '1', '1', '20'],
      ])
    }, 60_000)
  })
})
