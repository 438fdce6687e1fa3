import { expect, it } from 'vitest'
import { silentLog } from '../src/kernel/log.ts'
import { onBothDatabases } from './support/both-databases.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'
import { signUp } from './support/visitor.ts'

const NUL = '\u0000'

onBothDatabases('U+0000 is refused with the name of the field, and is no fault of the service', (createUrl) => {
  const open = async () => {
    const errors: string[] = []
    const service = await startTestService({
      engine: createScriptedEngine((run) => run.complete()),
      environment: { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) },
      log: { ...silentLog, error: (_facts, message) => void errors.push(message) },
    })
    return { service, errors }
  }

  it('in the API', async () => {
    const { service, errors } = await open()
    const { key } = await service.join()
    const refusals: [object, string][] = [
      [ask({ query: `a${NUL}b` }), 'query'],
      [ask({ query: NUL }), 'query'],
      [ask({ request_id: `a${NUL}` }), 'request_id'],
      [ask({ metadata: { team: `reef${NUL}` } }), 'metadata'],
      [ask({ metadata: { [`te${NUL}am`]: 'reef' } }), 'metadata'],
    ]
    for (const [body, name] of refusals) {
      const response = await service.post(key, body)
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: { type: 'invalid_request_error', code: 'INVALID_REQUEST', message: expect.stringContaining(name) } },
      ])
    }
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${service.url}/v1/research/req_%00`, { method, headers: { 'x-api-key': key } })
      expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'INVALID_REQUEST' } }])
    }
    expect((await fetch(`${service.url}/v1/%00`)).status).toBe(404)
    expect((await (await service.post(key, ask())).text()).includes('[DONE]')).toBe(true)
    expect(errors).toEqual([])
  })

  it('in the pages, their paths, query strings and forms', async () => {
    const { service, errors } = await open()
    const operator = await signUp(service.url, 'op@example.com')
    await service.manage.setOperator('op@example.com', true)
    const paths = {
      '/research?q=%00': 'q',
      '/research?status=a%00': 'status',
      '/research?before=%00': 'before',
      '/research/req_%00': 'id',
      '/operator?search=%00': 'search',
      '/operator/activity?account=%00': 'account',
      '/operator/accounts/acct_%00': 'id',
      '/credits?from=%00': 'from',
      '/enter?token=%00': 'token',
      '/reference?x=%00': 'x',
      '/research?%00=1': 'The request',
    }
    for (const [path, name] of Object.entries(paths)) {
      const { status, text } = await operator.get(path)
      expect([path, status, text]).toEqual([path, 400, expect.stringContaining(`${name} must not contain`)])
    }
    const forms: [string, Record<string, string>][] = [
      ['/credentials', { name: `a${NUL}b` }],
      ['/sign-in', { email: `op${NUL}@example.com`, password: 'a long enough password' }],
      ['/account/preferences', { timeZone: NUL }],
    ]
    for (const [path, fields] of forms) {
      const { status, text } = await operator.send(path, fields)
      expect([path, status, text]).toEqual([path, 400, expect.stringContaining('must not contain')])
    }
    expect(errors).toEqual([])
  })
})
