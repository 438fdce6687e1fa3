import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AuthenticationError, DeepResearch, InsufficientCreditsError } from '@deep-research/sdk'
import { Client } from 'pg'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hashApiKey } from '../../src/accounts/api-key.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { NO_BROWSER, signUpIn, withBrowser } from '../support/dashboard-browser.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { startTestService } from '../support/service.ts'
import { PASSWORD } from '../support/visitor.ts'

/** Everything that the database holds, as text. */
async function storedText(databaseUrl: string): Promise<string> {
  if (databaseUrl.startsWith('sqlite:')) {
    const path = databaseUrl.slice('sqlite:'.length)
    const folder = dirname(path)
    return readdirSync(folder)
      .map((name) => readFileSync(`${folder}/${name}`, 'latin1'))
      .join('\n')
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: tables } = await client.query("select tablename from pg_tables where schemaname = 'public'")
  const texts: string[] = []
  for (const { tablename } of tables) {
    const { rows } = await client.query(`select row_to_json(t)::text as text from "${tablename}" t`)
    texts.push(...rows.map(({ text }) => text))
  }
  await client.end()
  return texts.join('\n')
}

/** What of a page a person or a program can find: its source and all that is in it now. */
async function everythingIn(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.outerHTML + document.body.innerText)
}

/** What a row tells after a reload. */
async function reloaded(page: Page, row: Locator): Promise<string> {
  await page.reload()
  return row.innerText()
}

const newKey = (page: Page) => page.locator('#new-key-text').innerText()

describe.runIf(NO_BROWSER === '')(`keys${NO_BROWSER}`, () => {
  const browser = withBrowser()

  onBothDatabases('keys', (createUrl) => {
    const start = async () => {
      const databaseUrl = await createUrl()
      const engine = createScriptedEngine((run) => run.complete())
      const environment = { DATABASE_URL: databaseUrl, AUTH_SECRET: 's'.repeat(32) }
      return { ...(await startTestService({ engine, environment })), databaseUrl }
    }

    it('sign up, create, use, see, roll, sign out', async () => {
      const { url } = await start()
      const page = await browser.open()
      await signUpIn(page, url, 'ada@example.com')
      await page.goto(`${url}/credentials`)
      await page.getByLabel('Name of the new key').fill('laptop')
      await page.getByRole('button', { name: 'Create key' }).click()
      const first = await newKey(page)
      expect(first).toMatch(/^dr_live_[0-9A-Za-z]{49}$/)
      await page.getByRole('button', { name: 'I have copied it' }).click()
      const row = page.getByRole('row', { name: 'laptop' })
      expect(await row.innerText()).toContain('never')

      const ask = (apiKey: string) =>
        new DeepResearch({ apiKey, baseURL: url }).run({
          query: 'How old do corals get?',
          reasoning_level: 'low',
          request_id: 'mine-1',
          metadata: { team: 'reefs' },
        })
      expect((await ask(first)).answer_clean).toContain('Corals')
      await expect.poll(() => reloaded(page, row)).not.toContain('never')
      expect(await row.innerText()).toContain(`dr_live_…${first.slice(-4)}`)

      await page.getByRole('link', { name: 'History' }).click()
      const used = await page.getByRole('row', { name: 'How old do corals get?' }).innerText()
      for (const part of ['low', 'completed', '10', '2', '1', 'req_', 'mine-1', 'team', 'reefs'])
        expect(used).toContain(part)
      await page.getByRole('link', { name: 'Credits' }).click()
      const balance = await page.locator('.tiles').innerText()
      expect(balance).toContain('290')
      expect(await page.getByRole('row', { name: 'Research' }).innerText()).toContain('−10')
      expect(await page.getByRole('img', { name: /^Credits by day.*: 10 in all/ }).count()).toBe(1)
      expect(await page.getByRole('row', { name: 'laptop' }).innerText()).toMatch(/1\s+0\s+0\s+1\s+10$/)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download CSV' }).click()
      expect(readFileSync(await (await download).path(), 'utf8')).toMatch(/,laptop,low,1,10\r\n$/)

      await page.getByRole('link', { name: 'laptop' }).click()
      await page.getByLabel('Monthly budget, in credits').fill('15')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('10 of 15 credits spent this month').waitFor()
      await expect(ask(first)).rejects.toSatisfy(InsufficientCreditsError.isInstance)
      await page.getByLabel('Monthly budget, in credits').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('status').waitFor()

      await page.getByRole('link', { name: 'API Credentials' }).click()
      await page.getByRole('link', { name: 'Roll the key laptop' }).click()
      await page.getByText('The old key stops working at once').waitFor()
      await page.getByRole('button', { name: 'Roll key' }).click()
      const second = await newKey(page)
      expect(second).not.toBe(first)
      await expect(ask(first)).rejects.toSatisfy(AuthenticationError.isInstance)
      expect((await ask(second)).answer_clean).toContain('Corals')
      await page.getByRole('button', { name: 'I have copied it' }).click()

      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL(`${url}/sign-in?done=out`)
      for (const path of ['/credentials', '/credits', '/research', '/playground', '/account', '/operator']) {
        await page.goto(`${url}${path}`)
        expect(page.url()).toBe(`${url}/sign-in?to=${encodeURIComponent(path)}`)
      }
      await page.goto(`${url}/research`)
      await page.getByLabel('Email address').fill('ada@example.com')
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(`${url}/research`)
    }, 60_000)

    it('shows a key once: not on reload, not on going back, not in storage', async () => {
      const { url, databaseUrl, manage } = await start()
      const page = await browser.open()
      await signUpIn(page, url, 'ada@example.com')
      await page.goto(`${url}/credentials`)
      await page.getByRole('button', { name: 'Create key' }).click()
      const key = await newKey(page)
      await page.getByRole('button', { name: 'Copy', exact: true }).click()
      await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)

      await page.reload()
      expect(await everythingIn(page)).not.toContain(key)
      expect(await page.content()).toContain(key.slice(-4))
      await page.getByRole('link', { name: 'Credits' }).click()
      await page.waitForURL(`${url}/credits`)
      await page.goBack()
      expect(await everythingIn(page)).not.toContain(key)
      await page.goForward()
      expect(await everythingIn(page)).not.toContain(key)
      await page.goto(`${url}/credentials`)
      expect(await everythingIn(page)).not.toContain(key)

      // Leaving with the dialogue open, and coming back.
      await page.getByRole('button', { name: 'Create key' }).click()
      const other = await newKey(page)
      await page.goto(`${url}/credits`)
      await page.goBack()
      expect(await everythingIn(page)).not.toContain(other)

      const stored = await storedText(databaseUrl)
      for (const secret of [key, other]) {
        expect(stored).not.toContain(secret)
        expect(stored).toContain(hashApiKey(secret))
      }
      expect(await manage.listKeys('ada@example.com')).toHaveLength(2)
    }, 60_000)

    it('without JavaScript, too: and a form that is sent again makes no second key', async () => {
      const { url, manage } = await start()
      const page = await browser.open({ javaScriptEnabled: false })
      await signUpIn(page, url, 'ada@example.com')
      await page.goto(`${url}/credentials`)
      await page.getByRole('button', { name: 'Create key' }).click()
      const key = await newKey(page)
      await page.reload()
      expect(await page.content()).not.toContain(key)
      expect(await page.getByRole('alert').innerText()).toContain('shown only once')
      expect(await manage.listKeys('ada@example.com')).toHaveLength(1)
      await page.getByRole('link', { name: 'Revoke the key' }).click()
      await page.getByRole('button', { name: 'Revoke key' }).click()
      expect(await page.getByRole('status').innerText()).toContain('revoked')
      expect((await manage.listKeys('ada@example.com'))[0]?.revokedAt).toBeDefined()
      for (const path of ['/credits', '/research', '/account']) {
        await page.goto(`${url}${path}`)
        expect(await page.locator('h1').count()).toBe(1)
      }
    }, 60_000)
  })
})
