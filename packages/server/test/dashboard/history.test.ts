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
    next = /<a href="([^"]+)" rel="next">/.exec(text)?.[1]
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
    expect(requests.map((page) => page.length)).toEqual([25, 25, 7])
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
      expect(text).toContain(ids.at(-1) ?? '?')
    }
    expect((await ada.get(`/research?after=${encodeURIComponent("1.'; drop table request; --")}`)).text).toContain(
      'There is nothing older.',
    )
  }, 60_000)
})
