import { DeepResearch } from '@deep-research/sdk'
import { toPlainText } from '@deep-research/sdk/citations'
import { readSettings, startService } from '@deep-research/server'
import { startScriptedModel } from './scripted-model.ts'

const query = process.argv[2] ?? 'Who was the last keeper of the lighthouse?'
const environment = { ...process.env, CORPUS: 'notes', DATABASE_URL: 'sqlite:.data/service.db', PORT: '0' }

// With LLM set, the model of the settings is asked; without it, the scripted one.
const model = process.env['LLM'] === undefined ? await startScriptedModel() : undefined
const scripted = { LLM: 'openai-compatible', LLM_BASE_URL: model?.url, LLM_MODEL: 'scripted' }
const service = await startService(readSettings(model === undefined ? environment : { ...environment, ...scripted }))
try {
  const email = 'you@example.com'
  const accounts = await service.manage.listAccounts()
  if (accounts.length === 0) await service.manage.createAccount(email, 'free')
  await service.manage.grantCredits(email, 10)
  const { id, key } = await service.manage.createKey(email)
  const client = new DeepResearch({ apiKey: key, baseURL: service.url })
  const result = await client.run({ query, reasoning_level: 'low' })
  await service.manage.revokeKey(id)
  console.log(toPlainText(result))
  console.log(`\n${result.citations.filter(({ verified }) => verified).length} claims verified`)
  if (model) console.log(`${model.calls} calls of the scripted model`)
} finally {
  await service.close()
  model?.close()
}
