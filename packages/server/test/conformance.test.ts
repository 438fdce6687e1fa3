import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type ConformanceReport, REQUIREMENTS, runConformance } from '@deep-research/mock/conformance'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenEngine, readSettings, type Service, startService } from '../src/index.ts'
import { openProductEngine } from '../src/product-engine.ts'
import { ask } from './support/service.ts'

const CORPUS = {
  'boiling.md': `---
title: Boiling points
authors: [Ada Kettle]
year: 2019
---
# Boiling points

At sea level water boils at 100 °C. On a high mountain water boils at a lower temperature, because the air presses less
on its surface. At 5,000 metres water boils at about 83 °C.
`,
  'mountains.md': `# Cooking on mountains

On a high mountain – 🏔 – the air pressure is low, so water boils before it is hot enough to cook beans. A pressure
cooker raises the temperature at which water boils.
`,
}

/** Milliseconds before each event: a stream lasts long enough to be looked at, and to show when its events are sent. */
const EVERY_MS = 15

/**
 * The product's engine over so small a corpus is done before a second request arrives. It waits here until every
 * request that was made has been refused or waits as well, so that requests made at once hold their slots at once.
 */
function createMeeting() {
  let asked = 0
  let waiting = 0
  let wake = Promise.withResolvers<void>()
  const change = (act: () => void) => {
    act()
    wake.resolve()
    wake = Promise.withResolvers()
  }
  const openEngine: OpenEngine = async (settings, progress) => {
    const engine = await openProductEngine(settings, progress)
    return {
      close: () => engine.close(),
      async *research(task, options) {
        change(() => (waiting += 1))
        try {
          while (asked > waiting) await wake.promise
          for await (const event of engine.research(task, options)) {
            await setTimeout(EVERY_MS)
            yield event
          }
        } finally {
          waiting -= 1
        }
      },
    }
  }
  const meet: typeof fetch = async (...args) => {
    asked += 1
    try {
      return await fetch(...args)
    } finally {
      change(() => (asked -= 1))
    }
  }
  return { openEngine, fetch: meet }
}

/** Spends an account's credits. */
async function spend(url: string, key: string): Promise<void> {
  for (;;) {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const body = JSON.stringify(ask({ reasoning_level: 'high' }))
    const response = await fetch(`${url}/v1/research`, { method: 'POST', headers, body })
    await response.text()
    if (response.status === 402) return
    if (response.status !== 200) throw new Error(`${response.status} came while credits were spent.`)
  }
}

let folder: string
let service: Service
let report: ConformanceReport

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  for (const [name, text] of Object.entries(CORPUS)) writeFileSync(join(folder, name), text)
  const settings = readSettings({ PORT: '0', DATABASE_URL: `sqlite:${folder}/service.db`, CORPUS: folder })
  const meeting = createMeeting()
  service = await startService(settings, { openEngine: meeting.openEngine })
  const { manage, url: baseURL } = service
  const rich = await manage.createAccount('rich@example.com', 'pro')
  const { key } = await manage.createKey(rich.id)
  const revoked = await manage.createKey(rich.id)
  await manage.revokeKey(revoked.id)
  const poor = await manage.createKey((await manage.createAccount('poor@example.com', 'free')).id)
  await spend(baseURL, poor.key)
  const keys = { key, revokedKey: revoked.key, poorKey: poor.key }
  report = await runConformance({ baseURL, ...keys, tier: 'pro', fetch: meeting.fetch })
}, 60_000)

afterAll(async () => {
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the service breaks no rule', () => {
  expect(report.verdicts.filter(({ outcome }) => outcome === 'broken')).toEqual([])
})

/** Whether these can be told depends on how often the engine cites each of two sources. */
const SHOWN_BY_ANSWERS = ['summary.order', 'summary.unique']

test('only what nobody can cause from outside is not testable', () => {
  const untold = report.verdicts.filter(({ outcome }) => outcome === 'not-testable')
  const reasons = untold.flatMap((one) => (one.outcome === 'not-testable' ? [[one.id, one.reason]] : []))
  expect(Object.fromEntries(reasons.filter(([id = '']) => !SHOWN_BY_ANSWERS.includes(id)))).toEqual({
    'stream.failed-last': 'no stream failed',
    'backend.unreachable': 'the backend was there',
  })
  expect(report.held).toBe(REQUIREMENTS.length - untold.length)
})
