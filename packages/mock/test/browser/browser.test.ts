import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, type OpenPage, openPage } from './open-page.ts'
import type { Arrival, PageDoor } from './page.ts'

declare const door: PageDoor

const required = process.env['REQUIRE_SERVICES'] === '1'
const reason =
  existsSync(CHROMIUM) || required ? '' : ` (skipped: ${CHROMIUM} is not there, and REQUIRE_SERVICES is not 1)`

describe.runIf(reason === '')(`a page with MSW's worker${reason}`, () => {
  let opened: OpenPage
  beforeAll(async () => {
    if (!existsSync(CHROMIUM)) throw new Error(`REQUIRE_SERVICES is 1, and ${CHROMIUM} is not there`)
    opened = await openPage()
    await opened.page.evaluate(() => door.start())
  }, 60_000)
  afterAll(() => opened?.close())

  const read = (scenario: string, most?: number): Promise<Arrival> =>
    opened.page.evaluate(([text, count]) => door.read(text, count), [scenario, most] as const)

  test('reads a mocked answer to its end', async () => {
    const { types, text, answer, error } = await read('answer')
    expect(error).toBeUndefined()
    expect(types.at(-1)).toBe('research.completed')
    expect(text).toBe(answer)
    expect(answer).toContain('<cite id="cite_1">')
  })

  test('has the first events while the stream goes on', async () => {
    expect(await read('stalled?after=2', 2)).toMatchObject({ types: Array(2).fill('research.answer.delta') })
  })

  // What the page has not read when the connection breaks may be lost with it.
  test('torn: an error, and no more than two events', async () => {
    const { types, error } = await read('torn?after=2')
    expect(error).toEqual({ name: 'StreamInterruptedError', why: 'network' })
    expect(types.length).toBeLessThanOrEqual(2)
  })

  test.each([
    ['truncated?after=3', 3, 'StreamInterruptedError', 'eof'],
    ['failed?after=2', 3, 'ResearchFailedError', 'PROXY_ERROR'],
    ['RATE_LIMIT_EXCEEDED', 0, 'RateLimitError', 'RATE_LIMIT_EXCEEDED'],
  ])('%s: %i events, then %s', async (scenario, events, name, why) => {
    const { types, answer, error } = await read(scenario)
    expect(error).toEqual({ name, why })
    expect(types).toHaveLength(events)
    expect(answer).toBeUndefined()
  })

  test('a relay of the page is answered too, without a key', async () => {
    const { status, citations, requests } = await opened.page.evaluate(() => door.relayed())
    expect([status, citations > 0, requests]).toEqual([200, true, 1])
  })

  test('leaving a stream reaches the mock', async () => {
    expect(await opened.page.evaluate(() => door.leave())).toBe('left')
  })
})
