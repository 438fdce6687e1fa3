import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DeepResearch } from '@deep-research/sdk'
import { checkResult } from '@deep-research/sdk/citations'
import { expect, onTestFinished, test } from 'vitest'
import { breachesOf } from '../../engine/bench/wire-rules.ts'
import { FORBIDDEN, MISBEHAVIOURS, misbehaving } from '../../engine/test/live/misbehaviours.ts'
import { startScriptedModel } from '../../engine/test/model/scripted-model.ts'
import { readSettings, startService } from '../src/index.ts'

const BRIDGE =
  '# Harbour Bridge\n\nThe Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work.\n'
const QUESTION = { query: 'Who designed the Harbour Bridge, and when did it open?', reasoning_level: 'low' } as const
const PRICE = 10

test('whatever a model writes, each run is charged once, and what is sent is exact', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'misbehaving-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'bridge.md'), BRIDGE)
  let name = ''
  const model = await startScriptedModel({
    reply: (given) => misbehaving(MISBEHAVIOURS[name] ?? (() => ''))(given),
  })
  onTestFinished(() => model.close())
  const database = join(folder, 'service.db')
  const service = await startService(
    readSettings({
      PORT: '0',
      DATABASE_URL: `sqlite:${database}`,
      CORPUS: folder,
      LLM: 'openai-compatible',
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'scripted',
    }),
  )
  onTestFinished(() => service.close())
  const account = await service.manage.createAccount('a@example.com', 'pro')
  const { key } = await service.manage.createKey(account.id)
  const client = new DeepResearch({ apiKey: key, baseURL: service.url, retry: { limit: 0 } })
  const ids = new Set<string>()
  for (name of Object.keys(MISBEHAVIOURS)) {
    const stream = await client.stream(QUESTION)
    let told = ''
    for await (const event of stream) {
      ids.add(event.request_id)
      if (event.type === 'research.answer.delta') told += (event as { data: { content: string } }).data.content
    }
    const result = await stream.result()
    expect(checkResult(result), name).toEqual([])
    expect(
      breachesOf(result, told).filter((rule) => rule !== 'usage.degraded'),
      name,
    ).toEqual([])
    expect(result.answer, name).not.toMatch(FORBIDDEN)
  }
  const ledger = new DatabaseSync(database, { readOnly: true })
  onTestFinished(() => ledger.close())
  const charged = ledger
    .prepare("SELECT request_id, amount FROM ledger WHERE reason IN ('charge', 'refund')")
    .all()
    .map(({ request_id, amount }) => [request_id, amount])
  expect(charged).toHaveLength(Object.keys(MISBEHAVIOURS).length)
  expect(new Map(charged as [string, number][])).toEqual(new Map([...ids].map((id) => [id, -PRICE])))
})
