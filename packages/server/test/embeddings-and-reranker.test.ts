import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeepResearch } from '@deep-research/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { type ScriptedSemanticsOptions, startScriptedSemantics } from '../../engine/test/model/scripted-semantics.ts'
import { showSettings } from '../src/config.ts'
import { readSettings, startService } from '../src/index.ts'
import { openProductEngine } from '../src/product-engine.ts'
import { runInProcess, temporaryFolder } from './support/command-line.ts'

async function scripted(options: ScriptedSemanticsOptions = {}) {
  const server = await startScriptedSemantics(options)
  onTestFinished(() => server.close())
  const environment = {
    EMBEDDINGS_BASE_URL: server.url,
    EMBEDDINGS_MODEL: 'm',
    RERANK_URL: server.rerankUrl,
    RERANK_MODEL: 'm',
  }
  return { server, environment }
}

function corpus(): Record<string, string> {
  const folder = temporaryFolder()
  writeFileSync(
    join(folder, 'vacuum.md'),
    '# Vacuum\n\nA vacuum reclaims the space of dead rows when a query is over.\n',
  )
  writeFileSync(join(folder, 'planner.md'), '# Planner\n\nA running total of rows is a query with a window function.\n')
  return { CORPUS: folder, DATABASE_URL: `sqlite:${folder}/a.db` }
}

test('the service makes vectors once, says how far it is, and answers in the order of the reranker', async () => {
  const { server, environment } = await scripted({ score: (_, text) => Number(text.includes('running total')) })
  const told: string[] = []
  const settings = readSettings({ ...corpus(), ...environment, PORT: '0' })
  const service = await startService(settings, { progress: (line) => told.push(line) })
  onTestFinished(() => service.close())
  await expect.poll(() => told).toContain('Embeddings: 2 of 2 passages (100 %)')
  await expect.poll(() => told).toContain(`Embeddings: m at ${server.url} answers.`)
  const account = await service.manage.createAccount('a@example.com', 'pro')
  const { key } = await service.manage.createKey(account.id)
  const client = new DeepResearch({ apiKey: key, baseURL: service.url })
  const { answer_clean, usage } = await client.run({ query: 'What happens to rows when a query is running?' })
  expect(answer_clean).toMatch(/^Passages from 2 sources:\n\n\*\*Planner\*\*\n\nA running total/)
  expect(usage.degraded).toBeUndefined()
})

test('corpus index waits for the vectors, and ask uses what is there', async () => {
  const { server, environment } = await scripted()
  const given = { ...corpus(), ...environment }
  const run = (words: string[]) =>
    runInProcess(words, given, { openEngine: openProductEngine, stop: new AbortController().signal })
  const { code, stderr } = await run(['corpus', 'index'])
  expect([code, stderr]).toEqual([0, expect.stringContaining('Embeddings: 2 of 2 passages (100 %)')])
  const passages = () => server.calls.flatMap(({ body }) => body.input ?? []).filter((text) => text.includes('\n'))
  expect(passages()).toHaveLength(2)
  expect((await run(['ask', 'What reclaims dead rows?'])).stdout).toContain('A vacuum reclaims')
  expect(passages()).toHaveLength(2)
})

test('with endpoints that fail the corpus is indexed and asked as without them', async () => {
  const { environment } = await scripted({ fault: () => 'nonsense' })
  const given = { ...corpus(), ...environment }
  const run = (words: string[]) =>
    runInProcess(words, given, { openEngine: openProductEngine, stop: new AbortController().signal })
  const { code, stdout, stderr } = await run(['ask', 'What reclaims dead rows?'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('A vacuum reclaims')])
  expect(stderr).toContain('Passages without vectors are found by their words.')
  expect(stderr).toContain('Degraded (embed): ')
})

test('config check tells in one line what is wrong with each endpoint', async () => {
  const { server, environment } = await scripted({ key: 'right', model: 'm' })
  const check = async (more: Record<string, string>) =>
    await runInProcess(['config', 'check'], { ...environment, ...more }, { stop: new AbortController().signal })
  const keys = { EMBEDDINGS_API_KEY: 'right', RERANK_API_KEY: 'right' }
  expect(await check(keys)).toMatchObject({ code: 0, stderr: '' })
  expect(await check({ ...keys, RERANK_API_KEY: 'wrong' })).toMatchObject({
    code: 1,
    stderr: `${server.rerankUrl} rejects RERANK_API_KEY: set a valid key.\n`,
  })
  expect(await check({ ...keys, EMBEDDINGS_MODEL: 'n' })).toMatchObject({
    code: 1,
    stderr: `${server.url} does not know EMBEDDINGS_BASE_URL, or EMBEDDINGS_MODEL "n": check both.\n`,
  })
  expect(await check({ ...keys, EMBEDDINGS_MODEL: '' })).toMatchObject({
    code: 1,
    stderr: 'EMBEDDINGS_MODEL is missing, but EMBEDDINGS_BASE_URL needs it; set it to the name of a model.\n',
  })
  await server.close()
  expect((await check({ ...keys, EMBEDDINGS_BASE_URL: '' })).stderr).toBe(
    `RERANK_URL is ${server.rerankUrl}, which cannot be reached (ECONNREFUSED): start that server, or set another address.\n`,
  )
  expect(showSettings(keys)).toMatchObject({ EMBEDDINGS_API_KEY: '***', RERANK_API_KEY: '***' })
})
