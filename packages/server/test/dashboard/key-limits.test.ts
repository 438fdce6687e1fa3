import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { ask, startTestService } from '../support/service.ts'
import { signUp } from '../support/visitor.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ADA = 'ada@example.com'

/** The rows of a page's table, as the texts of their cells. */
function rowsOf(text: string, caption: string): string[][] {
  const [, table = ''] = text.split(`<caption class="hidden">${caption}</caption>`)
  const [body = ''] = table.split('</table>')
  return [...body.matchAll(/<tr role="row">(.*?)<\/tr>/gs)]
    .slice(1)
    .map(([, row = '']) =>
      [...row.matchAll(/<td.*?><div>(.*?)<\/div><\/td>/gs)].map(([, cell = '']) =>
        cell.replaceAll(/<[^>]+>/g, '').trim(),
      ),
    )
}

onBothDatabases('limits of keys', (createUrl) => {
  const start = async () => {
    const clock = { at: Date.UTC(2026, 2, 20, 12), now: () => clock.at }
    const engine = createScriptedEngine((run) =>
      run.task.query === 'fail' ? run.fail(new Error('broken')) : run.complete(),
    )
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
    const service = await startTestService({ engine, environment, clock })
    const ada = await signUp(service.url, ADA)
    const post = async (key: string, body: object = ask()) => {
      const response = await service.post(key, body)
      const text = await response.text()
      return { status: response.status, retryAfter: response.headers.get('retry-after'), text }
    }
    return { ...service, clock, ada, post }
  }

  it('a budget refuses with 402 what does not fit into it, until the month is over', async () => {
    const { ada, manage, post, clock } = await start()
    const { id, key } = await manage.createKey(ADA, 'ci')
    const other = await manage.createKey(ADA)
    const saved = await ada.send(`/credentials/${id}`, { name: 'nightly', budget: '25', lastDay: '' }, '/credentials')
    expect(saved.headers.get('location')).toBe(`/credentials/${id}?done=saved`)
    expect((await post(key)).status).toBe(200)
    // The credits of a failed request are refunded, to the budget too.
    expect((await post(key, ask({ query: 'fail' }))).status).toBe(502)
    expect((await post(key)).status).toBe(200)
    const refused = await post(key)
    expect(refused).toMatchObject({ status: 402, retryAfter: String((31 * DAY) / 1000) })
    expect(JSON.parse(refused.text).error).toEqual({
      type: 'insufficient_credits_error',
      code: 'INSUFFICIENT_CREDITS',
      message: expect.stringMatching(/^This key has 5 of its 25 credits left this month/),
    })
    expect((await ada.get(`/credentials/${id}`)).text).toContain('20 of 25 credits spent this month')
    expect(await manage.showCredits(ADA)).toMatchObject({ free: 280 })
    expect((await post(other.key)).status).toBe(200)
    // A successor goes on with what is left, and the month begins anew.
    const successor = await manage.rollKey(id)
    expect(successor).toMatchObject({ name: 'nightly', monthlyBudget: 25 })
    expect((await post(successor.key)).status).toBe(402)
    clock.at += 31 * DAY
    expect((await post(successor.key)).status).toBe(200)
    const third = await manage.rollKey(successor.id)
    expect((await post(third.key)).status).toBe(200)
    expect((await post(third.key)).status).toBe(402)
  })

  it('an expired key is refused as a revoked one is', async () => {
    const { ada, manage, post, clock } = await start()
    const { id, key } = await manage.createKey(ADA)
    await ada.send('/account/preferences', { timeZone: 'America/New_York' }, '/credentials')
    await ada.send(`/credentials/${id}`, { name: '', budget: '', lastDay: '2026-03-21' }, '/credentials')
    const end = Date.UTC(2026, 2, 22, 4)
    expect((await manage.listKeys(ADA))[0]?.expiresAt).toBe(end)
    clock.at = end - 1
    expect((await post(key)).status).toBe(200)
    clock.at = end
    const expired = await post(key)
    const unknown = await post('dr_live_none')
    expect(expired.status).toBe(401)
    expect(expired.text).toBe(unknown.text)
    expect((await ada.get('/credentials')).text).toContain('1 revoked or expired')
    expect((await ada.get(`/credentials/${id}`)).status).toBe(404)
  })

  it('a rolled key is refused at once, or goes on for as long as it was given', async () => {
    const { ada, manage, post, clock } = await start()
    const next = await manage.createKey(ADA)
    await ada.send(`/credentials/${next.id}/roll`, { grace: 'none' }, '/credentials')
    expect((await post(next.key)).status).toBe(401)
    const old = await manage.createKey(ADA)
    const rolled = await ada.send(`/credentials/${old.id}/roll`, { grace: 'hour' }, '/credentials')
    const [fresh = ''] = /dr_live_[0-9A-Za-z]{49}/.exec(rolled.text) ?? []
    expect((await post(fresh)).status).toBe(200)
    expect((await post(old.key)).status).toBe(200)
    clock.at += HOUR
    expect((await post(old.key)).status).toBe(401)
    expect((await post(fresh)).status).toBe(200)
  })

  it('tells what is wrong with a setting, and changes nothing', async () => {
    const { ada, manage } = await start()
    const { id } = await manage.createKey(ADA, 'laptop')
    const wrong = [
      [{ lastDay: '2026-02-30' }, 'not a date'],
      [{ lastDay: '2026-03-19' }, 'must expire in the future'],
      [{ budget: '1.5' }, 'whole number of credits'],
      [{ name: 'n'.repeat(101) }, '1 to 100 characters'],
    ] as const
    for (const [fields, told] of wrong) {
      const { status, text } = await ada.send(`/credentials/${id}`, fields, '/credentials')
      expect(status).toBe(400)
      expect(text).toContain(told)
    }
    expect(await manage.listKeys(ADA)).toMatchObject([
      { name: 'laptop', expiresAt: undefined, monthlyBudget: undefined },
    ])
    const eve = await signUp((await start()).url, 'eve@example.com')
    expect((await eve.get(`/credentials/${id}`)).status).toBe(404)
  })

  it('usage is told by key, level and local day, on the page and as CSV', async () => {
    const { ada, manage, post, clock } = await start()
    await manage.grantCredits(ADA, 1_000)
    const one = await manage.createKey(ADA, '=laptop')
    const two = await manage.createKey(ADA, 'server')
    await ada.send('/account/preferences', { timeZone: 'Europe/Berlin' }, '/credentials')
    // Before, in and after the hour that the clocks there leave out; each is another local day.
    for (const at of [Date.UTC(2026, 2, 28, 22, 59), Date.UTC(2026, 2, 28, 23), Date.UTC(2026, 2, 29, 21, 59)]) {
      clock.at = at
      await post(one.key)
      await post(one.key, ask({ query: 'fail' }))
    }
    clock.at = Date.UTC(2026, 2, 29, 22)
    await post(two.key, ask({ reasoning_level: 'high' }))
    const range = 'from=2026-03-28&to=2026-03-30'
    const { text } = await ada.get(`/credits?${range}`)
    expect(rowsOf(text, 'Usage by key and level')).toEqual([
      [`=laptop (…${one.key.slice(-4)})`, '6', '0', '0', '6', '30'],
      [`server (…${two.key.slice(-4)})`, '0', '0', '1', '1', '20'],
    ])
    expect(rowsOf(text, 'Usage by day and level')).toEqual([
      ['2026-03-28', '2', '0', '0', '2', '10'],
      ['2026-03-29', '4', '0', '0', '4', '20'],
      ['2026-03-30', '0', '0', '1', '1', '20'],
    ])
    const csv = await ada.get(`/credits/usage.csv?${range}`)
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="usage-2026-03-28-2026-03-30.csv"')
    expect(csv.text.split('\r\n')).toEqual([
      'day,key_id,key_name,level,requests,credits',
      `2026-03-28,${one.id},'=laptop,low,2,10`,
      `2026-03-29,${one.id},'=laptop,low,4,20`,
      `2026-03-30,${two.id},server,high,1,20`,
      '',
    ])
    const ofTwo = await ada.get(`/credits/usage.csv?${range}&key=${two.id}`)
    expect(ofTwo.text.split('\r\n')).toHaveLength(3)
    expect((await ada.get('/credits?key=key_of_another')).status).toBe(404)
    // A revoked key is still told of, but has no page to lead to.
    await manage.revokeKey(one.id)
    const later = (await ada.get(`/credits?${range}`)).text
    expect(later).toContain(`=laptop (…${one.key.slice(-4)}, revoked)`)
    expect(later).not.toContain(`href="/credentials/${one.id}"`)
    expect(later).toContain(`href="/credentials/${two.id}"`)
    for (const wrong of ['from=x', 'from=2026-03-02&to=2026-03-01', 'from=2020-01-01&to=2026-01-01']) {
      const { status, text } = await ada.get(`/credits?${wrong}`)
      expect(status).toBe(400)
      expect(text).toContain('role="alert"')
    }
  })
})
