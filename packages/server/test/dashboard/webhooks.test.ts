import { retrievedResearchSchema } from '@deep-research/sdk/contract'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { startReceiver } from '../support/receiver.ts'
import { createScriptedEngine, RESULT } from '../support/scripted-engine.ts'
import { ask, startTestService } from '../support/service.ts'
import { signUp, type TestVisitor } from '../support/visitor.ts'

onBothDatabases('the page of webhooks', (createUrl) => {
  const open = async () => {
    const engine = createScriptedEngine()
    const receiver = await startReceiver()
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
    const service = await startTestService({ engine, environment, reach: receiver.reach })
    const ada = await signUp(service.url, 'ada@example.com')
    const account = (await service.manage.listAccounts()).find(({ email }) => email === 'ada@example.com')
    const { key } = await service.manage.createKey(account?.id ?? '')
    return { engine, receiver, service, ada, key }
  }
  const add = (visitor: TestVisitor, event: string, url = 'https://example.com/hook') =>
    visitor.send('/webhooks', { url, event })
  const secretIn = (text: string) => /whsec_[\w+/=]+/.exec(text)?.[0] ?? ''
  const pathIn = (text: string) => /\/webhooks\/whk_\w+/.exec(text)?.[0] ?? ''

  it('adds one whose secret is shown once, and which is told of the ends of research', async () => {
    const { engine, receiver, service, ada, key } = await open()
    const completed = await add(ada, 'research.completed')
    const secret = secretIn(completed.text)
    const page = pathIn(completed.text)
    await add(ada, 'research.failed', 'https://example.com/failures')
    const detached = { headers: { 'x-research-detached': 'true' } }
    const response = await service.post(key, ask({ request_id: 'order-7', metadata: { team: 'a' } }), detached)
    ;(await engine.nextRun()).complete()
    await receiver.has(1)
    const { body = '', headers = {}, path } = receiver.received[0] ?? {}
    expect(path).toBe('/hook')
    const message = new Webhook(secret).verify(body, headers as Record<string, string>) as {
      type: string
      data: object
    }
    expect(message).toMatchObject({
      type: 'research.completed',
      data: {
        request_id: response.headers.get('x-request-id'),
        client_request_id: 'order-7',
        status: 'completed',
        credits: 10,
        result: { usage: RESULT.usage, metadata: { team: 'a' } },
      },
    })
    // What the contract knows of a request, but for the texts of its result.
    const { data } = message as { data: { result: object } }
    expect(() => retrievedResearchSchema.parse({ ...data, result: { ...RESULT, ...data.result } })).not.toThrow()
    expect(body).not.toContain('answer_clean')
    await response.text()
    await service.post(key, ask(), detached)
    ;(await engine.nextRun()).fail(new Error('broken'))
    await receiver.has(2)
    expect(receiver.received[1]?.path).toBe('/failures')
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({
      type: 'research.failed',
      data: { status: 'failed', error: { code: 'RESEARCH_FAILED' } },
    })
    for (const shown of [await ada.get('/webhooks'), await ada.get(page)]) expect(secretIn(shown.text)).toBe('')
  })

  it('sends a test, rolls the secret, switches off, and removes', async () => {
    const { receiver, ada } = await open()
    const { text } = await add(ada, 'credits.low')
    const page = pathIn(text)
    expect((await ada.send(`${page}/test`)).headers.get('location')).toBe(`${page}?done=tested`)
    await receiver.has(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: {} })
    const rolled = secretIn((await ada.send(`${page}/roll`)).text)
    expect(rolled).not.toBe('')
    expect(rolled).not.toBe(secretIn(text))
    await ada.send(`${page}/off`)
    expect((await ada.get(page)).text).toContain('Switch on')
    expect((await ada.send(page, {})).status).toBe(400)
    await ada.send(`${page}/remove`)
    expect((await ada.get(page)).status).toBe(404)
    expect((await ada.get('/account/activity')).text).toContain('Webhook secret rolled')
  })

  it('refuses an address of a private network, and shows nobody the webhooks of others', async () => {
    const { service, ada } = await open()
    for (const [url, why] of [
      ['https://localhost/', 'is not public'],
      ['https://169.254.169.254/latest', 'is not public'],
      ['http://example.com/', 'is not https'],
      ['no address', 'is no address'],
    ] as const) {
      const { status, text } = await add(ada, 'credits.low', url)
      expect([status, text.includes(`The address ${why}.`)]).toEqual([400, true])
    }
    const page = pathIn((await add(ada, 'credits.low')).text)
    const mallory = await signUp(service.url, 'mallory@example.com')
    for (const act of ['', '/roll', '/remove']) expect((await mallory.get(page + act)).status).toBe(404)
    for (const act of ['', '/test', '/on', '/off', '/roll', '/remove']) {
      expect((await mallory.send(page + act)).status).toBe(404)
    }
    expect((await ada.get(page)).status).toBe(200)
  })
})
