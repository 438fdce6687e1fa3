import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { startTestService } from '../support/service.ts'
import { signUp, type TestVisitor } from '../support/visitor.ts'

const REQUESTS = 57

/** What all pages of a list hold, one after another. */
async function walk(visitor: TestVisitor, path: string, pattern: RegExp): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next !== undefined && pages.length < 10; ) {
    const { text }: { text: string } = await visitor.get(next)
    pages.push([...text.matchAll(pattern)].map(([, found = '']) => found))
    next = /<a href="([^"]+)" rel="next">/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  return pages
}

onBothDatabases('the past', (createUrl) => {
  it('is shown whole and once, page by page, also where all of it happened at once', async () => {
    const clock = { at: Date.UTC(2026, 0, 15, 12), now: () => clock.at }
    const { url, manage, post } = await startTestService({
      engine: createScriptedEngine((run) =>
        run.task.query === 'fail' ? run.fail(new Error('broken')) : run.complete(),
      ),
      clock,
      environment: { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) },
    })
    const ada = await signUp(url, 'ada@example.com')
    await manage.grantCredits('ada@example.com', 1_000)
    const { key } = await manage.createKey('ada@example.com')
    const ids: string[] = []
    for (let index = 0; index < REQUESTS; index += 1) {
      if (index === 40) clock.at += 86_400_000
      const response = await post(key, { query: index % 10 === 9 ? 'fail' : 'go', reasoning_level: 'low' })
      ids.push(response.headers.get('x-request-id') ?? '')
      await response.text()
    }
    const requests = await walk(ada, '/research', /<code class="id">(req_[0-9a-f]{32})</g)
    expect(requests.map((page) => page.length)).toEqual([15, 15, 15, 12])
    expect(requests.flat().toSorted()).toEqual(ids.toSorted())
    expect(requests.flat().slice(0, 17).toSorted()).toEqual(ids.slice(40).toSorted())

    // A grant, a top-up, a charge each, and five refunds; the 31st request takes its credits from both balances or one.
    const afters = await walk(ada, '/credits', /data-label="Change"[^>]*><div>(?:<span class="more">)?([+−][\d,]+)/g)
    const sum = afters.flat().reduce((all, text) => all + Number(text.replace('−', '-').replace(',', '')), 0)
    const { free, added } = await manage.showCredits('ada@example.com')
    expect(sum).toBe(free + added)
    expect(free + added).toBe(1_300 - 10 * (REQUESTS - 5))
    expect(afters.flat().length).toBeGreaterThanOrEqual(2 + REQUESTS + 5)

    const { text } = await ada.get('/credits')
    expect(text).toContain('2026-01-15: 360<')
    expect(text).toContain('2026-01-16: 160<')
    expect(text).toContain('2026-01-15: 40<')
    for (const after of ['x', '1.2.3.4', '99999999999999999.req_1', '']) {
      const { status, text } = await ada.get(`/research?after=${encodeURIComponent(after)}`)
      expect(status).toBe(200)
      expect(text).toContain(requests[0]?.[0] ?? '?')
    }
    expect((await ada.get(`/research?after=${encodeURIComponent("1.'; drop table request; --")}`)).text).toContain(
      'There is nothing older.',
    )
  }, 60_000)

  it('is searched by question, level, status, key and date, page by page', async () => {
    const clock = { at: Date.UTC(2026, 0, 15, 12), now: () => clock.at }
    const engine = createScriptedEngine((run) =>
      run.task.query === 'fail' ? run.fail(new Error('broken')) : run.complete(),
    )
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
    const { url, manage, post } = await startTestService({ engine, clock, environment })
    const ada = await signUp(url, 'ada@example.com')
    await manage.grantCredits('ada@example.com', 1_000)
    const laptop = await manage.createKey('ada@example.com', 'laptop')
    const server = await manage.createKey('ada@example.com', 'server')
    const ask = async (key: string, query: string, reasoning_level = 'low') =>
      (await post(key, { query, reasoning_level })).text()
    for (let index = 0; index < 30; index += 1) await ask(laptop.key, `Über 100% of corals ${index}`)
    clock.at += 86_400_000
    await ask(server.key, 'Panama_Canal', 'high')
    await ask(server.key, 'fail')
    const found = async (query: string) => {
      const pages = await walk(ada, `/research?${query}`, /<a class="query" href="\/research\/req_[^>]*>([^<]*)</g)
      return pages.flat()
    }
    expect((await found('q=%C3%9CBER+100%25')).length).toBe(30)
    expect(await found('q=100_')).toEqual([])
    expect(await found('q=a_c')).toEqual(['Panama_Canal'])
    expect(await found('q=corals+7')).toEqual(['Über 100% of corals 7'])
    expect(await found('level=high')).toEqual(['Panama_Canal'])
    expect(await found('status=failed')).toEqual(['fail'])
    expect((await found(`key=${server.id}`)).toSorted()).toEqual(['Panama_Canal', 'fail'])
    expect(await found('key=none')).toEqual([])
    expect((await found('to=2026-01-15')).length).toBe(30)
    expect(await found('from=2026-01-16&to=2026-01-16&status=completed')).toEqual(['Panama_Canal'])
    expect((await found('from=yesterday&level=huge&status=')).length).toBe(32)
    expect((await ada.get('/research?q=nothing')).text).toContain('No matches')
  }, 60_000)

  it('loses what is deleted, but for the charge, and nobody else can delete it', async () => {
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
    const { url, manage, post, engine } = await startTestService({ environment })
    const ada = await signUp(url, 'ada@example.com')
    const bob = await signUp(url, 'bob@example.com')
    const { key } = await manage.createKey('ada@example.com')
    const headers = { 'idempotency-key': 'once' }
    const body = { query: 'A secret question', reasoning_level: 'low', metadata: { team: 'reef' } }
    const asked = await post(key, body, { headers })
    const path = `/research/${asked.headers.get('x-request-id')}`
    const run = await engine.nextRun()
    expect((await ada.get(`${path}/delete`)).status).toBe(409)
    expect((await ada.send(`${path}/delete`)).status).toBe(409)
    run.complete()
    await asked.text()
    expect((await bob.get(`${path}/delete`)).status).toBe(404)
    expect((await bob.send(`${path}/delete`)).status).toBe(404)
    expect((await ada.get(`${path}/delete`)).text).toContain('A secret question')
    expect((await ada.send(`${path}/delete`)).headers.get('location')).toBe('/research?done=deleted')
    expect((await ada.get(path)).status).toBe(404)
    expect((await ada.get(`${path}/passages`)).status).toBe(404)
    expect((await ada.send(`${path}/delete`)).status).toBe(404)
    const { text } = await ada.get('/research?done=deleted')
    expect(text).toContain('No research yet')
    expect(text).not.toContain('A secret question')
    const kept = await fetch(`${url}/v1${path}`, { headers: { 'x-api-key': key } })
    expect(kept.status).toBe(404)
    const resumed = await post(key, '', { headers: { 'x-research-resume': path.split('/').at(-1) ?? '' } })
    expect(resumed.status).toBe(404)
    expect((await manage.showCredits('ada@example.com')).free).toBe(290)
    const credits = (await ada.get('/credits')).text
    expect(credits).toContain('−10')
    expect(credits).toContain(`${path.split('/').at(-1)}</code> <span class="muted">deleted</span>`)
    expect(credits).not.toContain(`href="${path}"`)
    const exported = await ada.send('/account/data/export', {}, '/account/data')
    expect(JSON.parse(exported.text).requests).toEqual([])
    // Its name is free again.
    const again = await post(key, body, { headers })
    ;(await engine.nextRun()).complete()
    expect(again.headers.get('x-request-id')).not.toBe(asked.headers.get('x-request-id'))
    await again.text()
  })
})
