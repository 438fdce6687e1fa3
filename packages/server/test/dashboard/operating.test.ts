import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { startTestService } from '../support/service.ts'
import { createVisitor, signUp } from '../support/visitor.ts'

onBothDatabases('operators', (createUrl) => {
  const start = async (more: Record<string, string> = {}) => {
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32), ...more }
    const service = await startTestService({ environment })
    const operator = await signUp(service.url, 'op@example.com')
    await service.manage.setOperator('op@example.com', true)
    const ada = await signUp(service.url, 'ada@example.com')
    return { ...service, operator, ada }
  }

  it('set a notice that stands on every page, and take it away', async () => {
    const { url, operator, ada } = await start()
    const stranger = createVisitor(url)
    const seen = async () => [(await ada.get('/credits')).text, (await stranger.get('/sign-in')).text]
    const text = '  Maintenance <b>on</b>\n Sunday '
    expect((await operator.send('/operator/banner', { text }, '/operator/service')).status).toBe(303)
    for (const page of await seen()) expect(page).toContain('>Maintenance &lt;b&gt;on&lt;/b&gt; Sunday<')
    expect((await operator.get('/operator/activity')).text).toContain('Notice on every page set')
    const long = await operator.send('/operator/banner', { text: 'a'.repeat(301) }, '/operator/service')
    expect([long.status, long.text]).toEqual([400, expect.stringContaining('at most 300 characters')])
    await operator.send('/operator/banner', { text: '' }, '/operator/service')
    for (const page of await seen()) expect(page).not.toContain('Maintenance')
    expect((await ada.send('/operator/banner', { text: 'mine' })).status).toBe(404)
  })

  it('take the audit trail with them, all of it and what was asked for', async () => {
    const { manage, operator, ada } = await start()
    for (let grants = 1; grants <= 230; grants += 1) await manage.grantCredits('ada@example.com', grants)
    const all = await operator.get('/operator/activity.csv')
    expect(all.headers.get('content-disposition')).toContain('audit-trail.csv')
    const lines = all.text.trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^id,at,kind,account_id/)
    expect(lines.filter((line) => line.includes(',credits_added,'))).toHaveLength(230)
    expect(lines.filter((line) => line.startsWith('id,'))).toHaveLength(1)
    expect(new Set(lines).size).toBe(lines.length)
    const some = await operator.get('/operator/activity.csv?account=ada@example.com&kind=signed_up')
    expect(some.text.trimEnd().split('\r\n')).toHaveLength(2)
    expect((await ada.get('/operator/activity.csv')).status).toBe(404)
  })

  it('are asked by browsers and crawlers for no page that is not there', async () => {
    const { url } = await start()
    expect(await (await fetch(`${url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n')
    const icon = await fetch(`${url}/favicon.ico`)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect((await fetch(`${url}/.well-known/security.txt`)).status).toBe(404)
  })

  it('tell strangers where to report a vulnerability', async () => {
    const { url } = await start({ SECURITY_CONTACT: 'mailto:security@example.com' })
    expect(await (await fetch(`${url}/.well-known/security.txt`)).text()).toMatch(
      /^Contact: mailto:security@example\.com\nExpires: \d{4}-\d\d-\d\dT\S+Z\n$/,
    )
  })
})
