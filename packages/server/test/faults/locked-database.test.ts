import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { onSqlite } from '../support/both-databases.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { MODEL_QUESTION, settingsForModel } from '../support/faults/model-research.ts'
import { expectSound, readRows } from '../support/faults/oracle.ts'
import { supervise } from '../support/faults/supervisor.ts'
import { ask } from '../support/service.ts'
import { eventsIn, readerOf, readUntil } from '../support/stream.ts'

onSqlite('research with a model, while another process locks the database', (createUrl) => {
  it('goes on, and in the next process too if it is killed meanwhile', async () => {
    const url = await createUrl()
    const [key = ''] = await makeKeys(url, 1)
    const service = await supervise({
      ...{ DATABASE_URL: url, LOG_LEVEL: 'silent', METRICS: 'off' },
      ...(await settingsForModel()),
    })
    await service.start()
    const post = (headers: Record<string, string> = {}) =>
      service.fetch(`${service.url}/v1/research`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
        body: JSON.stringify(ask({ query: MODEL_QUESTION, options: { include_thinking: true } })),
      })
    const stream = await post()
    const id = stream.headers.get('x-request-id') ?? ''
    const other = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 5_000 })
    other.exec('begin immediate')
    // Several steps of the run, none of which can be stored.
    const begun = await readUntil(readerOf(stream), '"research.answer.delta"')
    await service.kill()
    other.exec('rollback')
    other.close()
    await service.start()
    const before = eventsIn(`${begun.slice(0, begun.lastIndexOf('\n\n'))}\n\n`)
    const after = await post({ 'x-research-resume': id, 'last-event-id': String(before.length) })
    const events = [...before, ...eventsIn(await after.text())]
    const told = events
      .flatMap((event) => (event.type === 'research.answer.delta' ? [event.data.content] : []))
      .join('')
    expect(events.at(-1)).toMatchObject({ type: 'research.completed', data: { answer: told } })
    expect(events.filter(({ type }) => type === 'research.completed')).toHaveLength(1)
    const rows = await readRows(url)
    expectSound(rows)
    expect(rows.request).toMatchObject([{ status: 'completed', tries: 2 }])
  })
})
