import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { ask, startTestService } from '../support/service.ts'
import { readStream } from '../support/stream.ts'
import { createVisitor, signUp } from '../support/visitor.ts'

const DAY = 86_400_000

onBothDatabases('the page of a request', (createUrl) => {
  const start = async (environment: Record<string, string> = {}) => {
    const clock = { at: Date.UTC(2026, 0, 15), now: () => clock.at }
    const service = await startTestService({
      clock,
      engine: createScriptedEngine((run) => {
        if (run.task.query === 'Why?') run.fail(new Error('broken'))
        else if (run.task.query !== 'wait') run.complete()
      }),
      environment: { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32), ...environment },
    })
    const ada = await signUp(service.url, 'ada@example.com')
    const { key } = await service.manage.createKey('ada@example.com')
    const research = async (more: object = {}) => {
      const response = await service.post(key, ask(more))
      const id = response.headers.get('x-request-id') ?? ''
      return { id, response }
    }
    return { ...service, clock, ada, research }
  }

  it('shows the question, the answer, its sources and what it was charged, after the stream is long over', async () => {
    const { ada, research, clock } = await start()
    const { id, response } = await research({ metadata: { team: 'reef' } })
    await readStream(response)
    clock.at += 20 * DAY
    await ada.send('/sign-in', { email: 'ada@example.com', password: 'a long enough password' }, '/sign-in')
    const { status, text } = await ada.get(`/research/${id}`)
    expect(status).toBe(200)
    expect(text).toContain('How old do corals get?')
    expect(text).toContain(
      'Some live 4,000 years – 🪸.<sup><a class="cite" id="claim-cite_1" href="#passage-cite_1" data-source="source-1" data-cites="cite_1" aria-label="Source 1"><span>1</span></a></sup></p>',
    )
    expect(text).toContain('<li id="source-1" tabindex="-1"><div>\n<div class="title" dir="auto">Corals</div>')
    expect(text).toContain('✓ Borne out by its source: it was found there.')
    expect(text).toMatch(/<dt>Credits<\/dt><dd>10<\/dd>/)
    expect(text).toContain('<dt>team</dt><dd>reef</dd>')
    expect(text).toContain('1. Corals &lt;urn:corpus:corals.md&gt;')
    expect((await ada.get('/research')).text).toContain(`href="/research/${id}"`)
    expect((await ada.get('/credits')).text).toContain(`href="/research/${id}"`)
    expect((await ada.get(`/playground?again=${id}`)).text).toContain('How old do corals get?</textarea>')
  })

  it('tells how a request failed, runs, was cancelled, or that its answer is no longer kept', async () => {
    const { ada, manage, research, clock } = await start({ RESULT_RETENTION: '0', RESUME_WINDOW_MS: '1000' })
    await manage.setTier('ada@example.com', 'pro')
    const failed = await research({ query: 'Why?' })
    await failed.response.text()
    const shown = (await ada.get(`/research/${failed.id}`)).text
    expect(shown).toContain('10, refunded')
    expect(shown).toMatch(/<div class="notice problem"><p><strong>The [^<]*<\/strong><\/p><p><code>[A-Z_]+<\/code>/)
    const running = await research({ query: 'wait' })
    expect((await ada.get(`/research/${running.id}`)).text).toContain('still running')
    expect((await ada.send(`/research/${running.id}/cancel`)).status).toBe(303)
    await running.response.text().catch(() => {})
    expect((await ada.get(`/research/${running.id}`)).text).toContain('was cancelled before it had an answer')
    const done = await research()
    await readStream(done.response)
    clock.at += 2_000
    expect((await ada.get(`/research/${done.id}`)).text).toContain('This answer is no longer kept.')
  })

  it('is there for its account alone', async () => {
    const { url, ada, research } = await start()
    const { id, response } = await research()
    await readStream(response)
    const bob = await signUp(url, 'bob@example.com')
    expect((await bob.get(`/research/${id}`)).status).toBe(404)
    expect((await bob.get(`/playground?again=${id}`)).text).not.toContain('How old do corals get?')
    expect((await ada.get('/research/req_none')).status).toBe(404)
    expect((await createVisitor(url).get(`/research/${id}`)).headers.get('location')).toBe(
      `/sign-in?to=${encodeURIComponent(`/research/${id}`)}`,
    )
  })

  it('is there after a restart', async () => {
    const databaseUrl = await createUrl()
    const environment = { DATABASE_URL: databaseUrl, AUTH_SECRET: 's'.repeat(32) }
    const engine = () => createScriptedEngine((run) => run.complete())
    const before = await startTestService({ engine: engine(), environment })
    const ada = await signUp(before.url, 'ada@example.com')
    const { key } = await before.manage.createKey('ada@example.com', 'laptop')
    const response = await before.post(key, ask())
    await response.text()
    await before.close()
    const { url } = await startTestService({ engine: engine(), environment })
    const again = createVisitor(url)
    for (const [name, value] of ada.cookies) again.cookies.set(name, value)
    const { text } = await again.get(`/research/${response.headers.get('x-request-id')}`)
    expect(text).toContain('Some live 4,000 years – 🪸.<sup>')
    expect(text).toContain('<dt>Asked by</dt><dd>laptop</dd>')
  })
})
