import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { temporaryFolder } from './support/command-line.ts'
import { ask, startTestService } from './support/service.ts'
import { readerOf, readUntil } from './support/stream.ts'

/** Events that a neighbour gets while a database is locked, each before the next one is told. */
const EVENTS = 30

it('a database that another process locks holds nobody up who needs no write, and makes no good request a bad one', async () => {
  const file = join(temporaryFolder(), 'locked.db')
  const service = await startTestService({ environment: { DATABASE_URL: `sqlite:${file}` } })
  const { key } = await service.join('pro')
  const neighbour = readerOf(await service.post(key, ask()))
  const run = await service.engine.nextRun()
  const other = new DatabaseSync(file)
  other.exec('begin immediate')

  let answered = false
  const waiting = service.post(key, ask()).then((response) => {
    answered = true
    return response
  })
  for (let event = 0; event < EVENTS; event += 1) {
    run.tell({ type: 'answer', content: `event ${event}.` })
    await readUntil(neighbour, `event ${event}.`)
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  }
  expect(answered).toBe(false)

  const refused = await waiting
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([502, '5'])
  expect(await refused.json()).toMatchObject({ error: { code: 'PROXY_ERROR' } })
  const patient = service.post(key, ask())
  other.exec('rollback')
  expect((await patient).status).toBe(200)
  other.close()
})
