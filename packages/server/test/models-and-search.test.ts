import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SEARCH_PROVIDERS } from '@deep-research/engine'
import { APIError, DeepResearch, ResearchFailedError } from '@deep-research/sdk'
import { checkResult } from '@deep-research/sdk/citations'
import { afterEach, describe, expect, test } from 'vitest'
import { type ScriptedModelOptions, startScriptedModel } from '../../engine/test/model/scripted-model.ts'
import { scriptedService } from '../../engine/test/web/search/scripted-web.ts'
import { showSettings } from '../src/config.ts'
import { readSettings, type Service, startService } from '../src/index.ts'
import { silentLog } from '../src/kernel/log.ts'
import { liveOptions } from '../src/live-settings.ts'
import type { ServiceOptions } from '../src/open-work.ts'
import { openProductEngine } from '../src/product-engine.ts'
import { runInProcess } from './support/command-line.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const BRIDGE =
  '# Harbour Bridge\n\nThe Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work.\n'
const QUESTION = { query: 'Who designed the Harbour Bridge, and when did it open?', reasoning_level: 'low' } as const

function folderWithCorpus(): string {
  const folder = mkdtempSync(join(tmpdir(), 'models-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'bridge.md'), BRIDGE)
  return folder
}

async function scriptedModel(options: ScriptedModelOptions = {}) {
  const model = await startScriptedModel(options)
  closing.push(() => model.close())
  return model
}

/** The whole service with the real engine, over one document. */
async function serve(environment: Record<string, string>, options: ServiceOptions = {}) {
  const folder = folderWithCorpus()
  const told: string[] = []
  const settings = readSettings({
    PORT: '0',
    DATABASE_URL: `sqlite:${folder}/service.db`,
    CORPUS: folder,
    ...environment,
  })
  const service: Service = await startService(settings, { progress: (line) => told.push(line), ...options })
  closing.push(() => service.close())
  const account = await service.manage.createAccount('a@example.com', 'pro')
  const { key } = await service.manage.createKey(account.id)
  const client = new DeepResearch({ apiKey: key, baseURL: service.url, retry: { limit: 0 } })
  const credits = async () => (await service.manage.showCredits('a@example.com')).free
  return { client, service, told, credits }
}

const local = (url: string) => ({ LLM: 'openai-compatible', LLM_BASE_URL: url, LLM_MODEL: 'scripted' })

describe('a model', () => {
  test.each(['openai-compatible', 'anthropic'])('%s is one setting away', async (kind) => {
    const model = await scriptedModel({ key: 'sk-model' })
    const { client, told } = await serve({ ...local(model.url), LLM: kind, LLM_API_KEY: 'sk-model' })
    const result = await client.run(QUESTION)
    expect(checkResult(result)).toEqual([])
    expect(model.calls.map(({ task }) => task)).toContain('write')
    expect(result.usage).not.toHaveProperty('degraded')
    await expect.poll(() => told).toContain(`Model: scripted at ${model.url} answers.`)
  })

  test('that is lost midway is done without, and the client is told', async () => {
    const model = await scriptedModel({ fault: () => '500' })
    const { client, credits, told } = await serve(local(model.url))
    const stream = await client.stream({ ...QUESTION, options: { include_thinking: true } })
    let thoughts = ''
    for await (const event of stream) {
      if (event.type === 'research.thinking.delta') thoughts += (event as { data: { content: string } }).data.content
    }
    const result = await stream.result()
    expect(result.answer_clean).toContain('It opened in 1932')
    expect(result.usage.degraded?.map(({ step }) => step)).toEqual(['plan', 'reflect', 'write'])
    expect(thoughts).toContain('Going on without help at planning: the model failed.')
    expect(await credits()).toBe(290)
    await client.run(QUESTION)
    expect(
      told.filter((line) => line === 'Degraded (plan): the model answered 500: “The server had an error”.'),
    ).toHaveLength(1)
  })

  test('that cannot be reached, or refuses the key, is 502 before any charge stands', async () => {
    const gone = await scriptedModel()
    await gone.close()
    const strict = await scriptedModel({ key: 'another' })
    for (const url of [gone.url, strict.url]) {
      const { client, credits } = await serve({ ...local(url), LLM_API_KEY: 'sk-wrong' })
      const error = await client.run(QUESTION).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(APIError)
      expect(error).toMatchObject({ status: 502, code: 'PROXY_ERROR' })
      expect(await credits()).toBe(300)
    }
  })

  test('whose key is rejected is told in plain words in the log, without the key', async () => {
    const strict = await scriptedModel({ key: 'another' })
    const lines: Record<string, unknown>[] = []
    const log = { ...silentLog, error: (facts: Record<string, unknown>) => void lines.push(facts) }
    const { client } = await serve({ ...local(strict.url), LLM_API_KEY: 'sk-wrong' }, { log })
    await client.run(QUESTION).catch(() => {})
    expect(lines).toMatchObject([
      { error: 'BackendLostError', reason: expect.stringContaining('rejects its key: set LLM_API_KEY') },
    ])
    expect(JSON.stringify(lines)).not.toContain('sk-wrong')
  })

  test('that the endpoint does not know is told at the start, and done without', async () => {
    const model = await scriptedModel({ model: 'llama' })
    const { client, told } = await serve(local(model.url))
    const result = await client.run(QUESTION)
    expect(result.answer_clean).toContain('It opened in 1932')
    expect(result.usage.degraded?.map(({ step }) => step)).toEqual(['plan', 'write'])
    const line = `LLM_MODEL is "scripted", which ${model.url} does not offer: set it to one of its models (it said: “The model \`scripted\` does not exist”).`
    await expect.poll(() => told).toContain(line)
  })

  test('that cannot be reached is done without where that is the setting', async () => {
    const gone = await scriptedModel()
    await gone.close()
    const { client } = await serve({ ...local(gone.url), LLM_FALLBACK: 'extractive' })
    const result = await client.run(QUESTION)
    expect(result.answer_clean).toContain('It opened in 1932')
    expect(result.usage.degraded?.[0]).toEqual({ step: 'plan', reason: 'the model cannot be reached' })
  })
})

describe('search', () => {
  const hits = { results: [{ url: 'https://harbour.example/bridge', title: 'Bridge', content: 'x' }] }

  test('with every provider down and no corpus the research fails, and is refunded; then it is refused', async () => {
    const down = await scriptedService(() => ({ status: 500, headers: { 'retry-after': '0' }, json: {} }))
    const { client, credits } = await serve({ SEARCH: 'searxng', SEARXNG_URL: down.url })
    for (let i = 0; i < 3; i += 1) {
      const error = await client.run(QUESTION).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ResearchFailedError)
      expect(error).toMatchObject({ code: 'PROXY_ERROR' })
    }
    const error = await client.run(QUESTION).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status: 502, code: 'PROXY_ERROR' })
    expect(await credits()).toBe(300)
  })

  test('with every provider down the corpus answers, and that is told', async () => {
    const down = await scriptedService(() => 'cut')
    const { client } = await serve({ SEARCH: 'searxng,corpus', SEARXNG_URL: down.url })
    const result = await client.run(QUESTION)
    expect(result.answer_clean).toContain('It opened in 1932')
    expect(result.usage.degraded).toEqual([{ step: 'search', reason: 'no search provider answers' }])
  })

  test('a provider behind the corpus is not asked where the corpus answers', async () => {
    const web = await scriptedService(() => ({ json: hits }))
    const { client } = await serve({ SEARCH: 'corpus,searxng', SEARXNG_URL: web.url })
    const result = await client.run({ ...QUESTION, query: 'When did the Harbour Bridge open?' })
    expect(result.citations.length).toBeGreaterThan(0)
    expect(web.asked).toEqual([])
    await client.run({ ...QUESTION, query: 'How old do corals of the Red Sea get?' })
    expect(web.asked.length).toBeGreaterThan(0)
  })
})

describe('ask', () => {
  const asked = async (environment: Record<string, string>) => {
    const folder = folderWithCorpus()
    const words = ['ask', '-q', '--level', 'low', QUESTION.query]
    return await runInProcess(
      words,
      { DATABASE_URL: `sqlite:${folder}/a.db`, CORPUS: folder, LLM_API_KEY: 'sk-wrong', ...environment },
      { stop: new AbortController().signal, openEngine: openProductEngine },
    )
  }

  test('a model that rejects the key refuses the question, or is told to have been left out', async () => {
    const strict = await scriptedModel({ key: 'another' })
    const refused = await asked(local(strict.url))
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toBe(
      'The endpoint of the model rejects its key: set LLM_API_KEY to a valid one. deep-research doctor says more; with LLM_FALLBACK=extractive, research does without a model.\n',
    )
    const without = await asked({ ...local(strict.url), LLM_FALLBACK: 'extractive' })
    expect(without).toMatchObject({ code: 0, stdout: expect.stringContaining('Mira Olsen') })
    expect(without.stderr).toMatch(
      /^Answered with less than is configured: the model failed \(plan\); .*\(write\)\. deep-research doctor tries the model and the search\.\n$/,
    )
    expect(without.stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('config check', () => {
  const check = async (environment: Record<string, string>) =>
    await runInProcess(['config', 'check'], environment, { stop: new AbortController().signal })

  test('tells in one line what is wrong with a key, a model and an address', async () => {
    const model = await scriptedModel({ key: 'sk-right', model: 'llama' })
    const sound = { ...local(model.url), LLM_API_KEY: 'sk-right', LLM_MODEL: 'llama' }
    expect(await check(sound)).toMatchObject({ code: 0, stderr: '' })
    expect(await check({ ...sound, LLM_API_KEY: 'sk-wrong' })).toMatchObject({
      code: 1,
      stderr: `${model.url} rejects LLM_API_KEY: set a valid key (it said: “Incorrect API key provided.”).\n`,
    })
    expect(await check({ ...sound, LLM_MODEL: 'lama' })).toMatchObject({
      code: 1,
      stderr: `LLM_MODEL is "lama", which ${model.url} does not offer: set it to one of its models (it said: “The model \`lama\` does not exist”).\n`,
    })
    const elsewhere = await scriptedService(() => ({ status: 404, json: { error: 'page not found' } }))
    const { stderr } = await check({ ...sound, LLM_BASE_URL: elsewhere.url })
    expect(stderr).toMatch(/^LLM_MODEL is "llama", .*, or LLM_BASE_URL to the address .* ends in \/v1/)
    await model.close()
    expect(await check(sound)).toMatchObject({
      code: 1,
      stderr: `LLM_BASE_URL is ${model.url}, which cannot be reached (ECONNREFUSED): start that server, or set another address.\n`,
    })
  })

  test.each(SEARCH_PROVIDERS)(
    '$name: every setting it declares is asked for, shown masked, and opens it',
    async (kind) => {
      const needs = Object.entries(kind.needs)
      // Names have defaults.
      const variables = needs.map(([, need]) => need).filter((need) => need.kind !== 'name')
      for (const { variable, optional } of variables) {
        if (optional) continue
        expect((await check({ SEARCH: kind.name })).stderr).toMatch(
          `${variable} is missing, but SEARCH with ${kind.name} needs it; set it to `,
        )
      }
      const given = Object.fromEntries(variables.map(({ variable }) => [variable, 'http://name:secret@127.0.0.1:1']))
      const settings = readSettings({ ...given, SEARCH: kind.name })
      const options = needs.map(([option, { variable }]) => [option, given[variable] ?? showSettings({})[variable]])
      if (kind.name !== 'corpus')
        expect(liveOptions(settings, ':memory:')?.search).toEqual([{ name: kind.name, ...Object.fromEntries(options) }])
      expect(JSON.stringify(showSettings({ ...given, SEARCH: kind.name }))).not.toContain('secret')
    },
  )

  test('shows no key', async () => {
    const keys = { TAVILY_API_KEY: 'tvly-1', BRAVE_API_KEY: 'brave-1', EXA_API_KEY: 'exa-1', LLM_API_KEY: 'sk-1' }
    const shown = showSettings({ ...keys, SEARXNG_URL: 'http://user:pass@searx.example' })
    for (const name of Object.keys(keys)) expect(shown[name]).toBe('***')
    expect(shown['SEARXNG_URL']).toBe('http://user:***@searx.example')
  })

  test.each([
    [{ LLM: 'ollama' }, 'LLM is "ollama"; set it to one of none, openai-compatible, anthropic.'],
    [
      { LLM: 'openai-compatible' },
      'LLM_BASE_URL is missing, but LLM=openai-compatible needs it; set it to an http or https URL. LLM_MODEL is missing, but LLM=openai-compatible needs it; set it to the name of a model.',
    ],
    [
      { LLM: 'anthropic', LLM_API_KEY: 'k' },
      'LLM_MODEL is missing, but LLM=anthropic needs it; set it to the name of a model.',
    ],
    [
      { LLM: 'anthropic', LLM_MODEL: 'm' },
      'LLM_API_KEY is missing, but LLM=anthropic needs it; set it to a key without spaces.',
    ],
    [{ LLM_API_KEY: 'two words' }, 'LLM_API_KEY is "***"; set it to a key without spaces.'],
    [
      { SEARCH: 'corpus,google' },
      `SEARCH is "corpus,google"; set it to any of ${SEARCH_PROVIDERS.map(({ name }) => name).join(', ')} and mcp:NAME, comma-separated, each once.`,
    ],
    [
      { PAGE_READER: 'https://reader.example/' },
      'PAGE_READER is "https://reader.example/"; set it to jina, firecrawl, or an http or https URL with {url} in it.',
    ],
    [
      { PAGE_READER_KEY: 'k' },
      'PAGE_READER is missing, but PAGE_READER_KEY needs it; set it to jina, firecrawl, or an http or https URL with {url} in it.',
    ],
    [
      { SEARCH: 'tavily' },
      'TAVILY_API_KEY is missing, but SEARCH with tavily needs it; set it to a key without spaces.',
    ],
    [
      { SEARCH: 'searxng' },
      'SEARXNG_URL is missing, but SEARCH with searxng needs it; set it to an http or https URL.',
    ],
    [
      { ...local('http://127.0.0.1:1'), LLM_FAST_BASE_URL: 'http://127.0.0.1:2' },
      'LLM_FAST_MODEL is missing, but LLM_FAST_BASE_URL needs it; set it to the name of a model.',
    ],
    [
      { ...local('http://127.0.0.1:1'), LLM_FAST: 'anthropic', LLM_FAST_MODEL: 'm' },
      'LLM_FAST_API_KEY is missing, but LLM_FAST=anthropic needs it; set it to a key without spaces.',
    ],
    [{ LLM_CONCURRENCY: '0' }, 'LLM_CONCURRENCY is "0"; set it to a number of calls from 1 to 1000.'],
    [
      { LLM_MAX_OUTPUT_TOKENS: '9000' },
      "LLM_MAX_OUTPUT_TOKENS is 9000, more than half of LLM_CONTEXT_TOKENS (16384); set it to less, or LLM_CONTEXT_TOKENS to what the model's context holds.",
    ],
    [
      { LLM_REASONING_EFFORT: 'much' },
      'LLM_REASONING_EFFORT is "much"; set it to one of none, minimal, low, medium, high, xhigh; what is usual for the model is the default.',
    ],
    [
      { RESEARCH_MINUTES: '2,5' },
      'RESEARCH_MINUTES is "2,5"; set it to minutes for low, medium, high, comma-separated, such as 2,5,15.',
    ],
    [
      { RESEARCH_MINUTES: '2,5,60' },
      'RESEARCH_MINUTES has 60 minutes, but RESEARCH_TIMEOUT_MS ends research after 1800000 ms; set RESEARCH_TIMEOUT_MS to more, or the minutes to less.',
    ],
    [{ VERIFY: 'llm' }, 'VERIFY is "llm", which needs a model, but LLM is "none"; set LLM, or set VERIFY to lexical.'],
  ])('%j: %s', async (environment, line) => {
    expect(await check(environment as unknown as Record<string, string>)).toMatchObject({
      code: 1,
      stderr: `${line}\n`,
    })
  })
})
