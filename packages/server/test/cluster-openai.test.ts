import { expect, it } from 'vitest'
import { onCluster } from './support/cluster.ts'
import { nextRun, startNodes } from './support/cluster-nodes.ts'
import { answerOf, RESULT } from './support/scripted-engine.ts'

onCluster('clients of OpenAI at several processes', (servers) => {
  it.each([true, false])('get what another process has researched (stream: %s)', async (stream) => {
    const { first, second, workers } = await startNodes(servers(), 1, { OPENAI_CLIENTS: 'on' })
    const { key, account } = await first.join()
    const body = { model: 'deep-research-low', stream, messages: [{ role: 'user', content: 'How old do corals get?' }] }
    const ask = (url: string) =>
      fetch(`${url}/openai/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'one' },
        body: JSON.stringify(body),
      })
    const asked = ask(first.url)
    const run = await nextRun(workers)
    for (let step = 0; step < 50; step += 1) run.tell({ type: 'thinking', content: `Step ${step}.` })
    const asElsewhere = ask(second.url)
    run.tell(...answerOf(RESULT.answer), { type: 'completed', result: RESULT })
    run.stop()
    const [text, elsewhere] = await Promise.all([asked, asElsewhere].map(async (response) => (await response).text()))
    expect(elsewhere).toBe(text)
    for (let step = 0; step < 50; step += 1) expect(text).toContain(`Step ${step}.`)
    expect(text).toContain('"url_citation"')
    expect(await first.manage.showCredits(account)).toMatchObject({ free: 290 })
  })
})
