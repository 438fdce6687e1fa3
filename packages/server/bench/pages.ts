import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { createManagement } from '../src/accounts/manage.ts'
import { launchBrowser } from '../test/support/browser.ts'
import { signUp } from '../test/support/visitor.ts'
import { startChild } from './child.ts'
import { openStorage, readSettings } from './service.ts'
import { median, shown } from './statistics.ts'
import { temporaryFolder } from './temporary-folder.ts'

const EMAIL = 'ada@example.com'
const REQUESTS = 500
const HOUR = 3_600_000

const PAGES = ['/sign-in', '/credentials', '/credits', '/research', '/playground', '/account', '/operator']

/** What may be transferred for a page, in kilobytes, and how long it may take until it is ready, in milliseconds. */
const MOST = { kilobytes: 100, ms: 300 }

/** Every page of the dashboard in Chromium, nothing of it known before: what comes over, and when it is ready. */
export async function measurePages(rounds: number): Promise<Record<string, Record<string, string>>> {
  const folder = temporaryFolder('bench')
  const path = join(folder, 'pages.db')
  await import('../browser/build.ts')
  const service = await startChild('serve-service.ts', [`sqlite:${path}`])
  const browser = await launchBrowser()
  try {
    await createFirstAccount(path)
    const { cookies } = await signUp(service.url, EMAIL)
    await fill(path)
    const rows: Record<string, Record<string, string>> = {}
    for (const page of PAGES) {
      const loads: Load[] = []
      const signedIn = page === '/sign-in' ? [] : [...cookies]
      for (let round = -1; round < rounds; round += 1) {
        const load = await measure(browser, `${service.url}${page}`, signedIn)
        if (round >= 0) loads.push(load)
      }
      rows[page] = toRow(loads)
    }
    return rows
  } finally {
    await browser.close()
    await service.end()
  }
}

/** Nobody can sign up before there is an operator. */
async function createFirstAccount(path: string): Promise<void> {
  const storage = await openStorage(readSettings({ DATABASE_URL: `sqlite:${path}` }))
  const { createAccount, setOperator } = createManagement({ ...storage, clock: { now: Date.now } })
  await createAccount('first@example.com', 'free')
  await setOperator('first@example.com', true)
  await storage.close()
}

/** A month of requests of an account that may see the operator's pages. */
async function fill(path: string): Promise<void> {
  const storage = await openStorage(readSettings({ DATABASE_URL: `sqlite:${path}` }))
  const manage = createManagement({ ...storage, clock: { now: Date.now } })
  await manage.setOperator(EMAIL, true)
  await manage.setTier(EMAIL, 'scale')
  const { account } = await manage.grantCredits(EMAIL, REQUESTS * 15)
  for (let index = 0; index < 10; index += 1) await manage.createKey(EMAIL, `key ${index}`)
  for (let index = 0; index < REQUESTS; index += 1) {
    const id = `req_${index.toString(16).padStart(32, '0')}`
    const now = Date.now() - (REQUESTS - index) * HOUR
    await storage.admission.admit({
      id,
      accountId: account.id,
      keyId: undefined,
      clientRequestId: `job-${index}`,
      query: 'How did presidents justify the Panama Canal, and which treaties did they speak of?',
      level: 'medium',
      credits: 15,
      metadata: { team: 'history', ticket: `T-${index}` },
      bodyHash: '',
      idempotencyKey: undefined,
      includeThinking: false,
      includeToolCalls: false,
      engine: undefined,
      epoch: 1,
      now,
    })
    await storage.admission.settle({
      id,
      epoch: 1,
      status: 'completed',
      refund: false,
      last: '{}',
      unwritten: [],
      eventsUntil: now,
      resultUntil: now,
      now: now + 9_000,
    })
  }
  await storage.close()
}

interface Load {
  /** Bytes that came over, heads included. */
  bytes: number
  /** Milliseconds from the start of the navigation until everything was loaded and its scripts had run. */
  ready: number
}

async function measure(browser: Browser, url: string, cookies: readonly [string, string][]): Promise<Load> {
  const context: BrowserContext = await browser.newContext()
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })))
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  let bytes = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await network.send('Network.enable')
  const response = await page.goto(url, { waitUntil: 'networkidle' })
  if (response?.status() !== 200 || page.url() !== url) throw new Error(`${url} answered ${response?.status()}`)
  const ready = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return navigation?.loadEventEnd ?? Number.NaN
  })
  await context.close()
  return { bytes, ready }
}

function toRow(loads: readonly Load[]): Record<string, string> {
  const kilobytes = loads.map(({ bytes }) => bytes / 1000)
  const times = loads.map(({ ready }) => ready)
  const within = Math.max(...kilobytes) <= MOST.kilobytes && median(times) <= MOST.ms
  return {
    'transferred, kB': shown(kilobytes, 1),
    'ready, ms': shown(times, 0),
    [`within ${MOST.kilobytes} kB, ${MOST.ms} ms`]: within ? 'yes' : 'NO',
  }
}
