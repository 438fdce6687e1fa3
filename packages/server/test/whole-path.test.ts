import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeepResearch, isKnownEvent } from '@deep-research/sdk'
import { checkResult } from '@deep-research/sdk/citations'
import { researchEventSchema } from '@deep-research/sdk/contract'
import { afterEach, expect, test } from 'vitest'
import { readSettings, type Service, startService, UserError } from '../src/index.ts'

const folders: string[] = []
const services: Service[] = []

afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const BRIDGE = `---
title: Harbour Bridge
authors: [Ida Berg]
year: 1951
---
# Harbour Bridge

The Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work.
`
const OLSEN = 'Mira Olsen was an engineer. She was born in Tromsø, and taught at the institute there for 20 years.\n'

/** A service with the real engine over a folder of files. */
async function serve(files: Record<string, string | Uint8Array>, corpus?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const told: string[] = []
  const settings = readSettings({ PORT: '0', DATABASE_URL: `sqlite:${folder}/service.db`, CORPUS: corpus ?? folder })
  const service = await startService(settings, { progress: (line) => told.push(line) })
  services.push(service)
  const account = await service.manage.createAccount('a@example.com', 'pro')
  const { key } = await service.manage.createKey(account.id)
  return { service, told, client: new DeepResearch({ apiKey: key, baseURL: service.url }) }
}

test('a question goes through the client and comes back as an answer with exact places', async () => {
  const { client, service } = await serve({ 'bridge.md': BRIDGE, 'Mira Olsen.txt': OLSEN })
  const stream = await client.stream({
    query: 'Where was the engineer who designed the Harbour Bridge born?',
    reasoning_level: 'high',
    options: { include_thinking: true, include_tool_calls: true },
    request_id: 'unit-7',
  })
  const types = new Set<string>()
  let answer = ''
  for await (const event of stream) {
    expect(() => researchEventSchema.parse(event)).not.toThrow()
    expect(event.request_id).toBe('unit-7')
    types.add(String(event.type))
    if (isKnownEvent(event) && event.type === 'research.answer.delta') answer += event.data.content
  }
  const result = await stream.result()
  expect(types.size).toBe(5)
  expect(answer).toBe(result.answer)
  expect(checkResult(result)).toEqual([])
  expect(result.answer_clean).toContain('born in Tromsø')
  expect(result.tool_calls?.length).toBe(result.usage.tool_calls)
  const bridge = result.citations.find(({ source }) => source.title === 'Harbour Bridge')
  expect(bridge?.source).toMatchObject({ authors: ['Ida Berg'], year: 1951, url: 'urn:corpus:bridge.md' })
  expect((await service.manage.showCredits('a@example.com')).free).toBe(280)
})

test('without asking for them, neither thinking nor tool calls are sent', async () => {
  const { client } = await serve({ 'bridge.md': BRIDGE })
  const stream = await client.stream({ query: 'When did the Harbour Bridge open?', reasoning_level: 'low' })
  const types = new Set<string>()
  for await (const event of stream) types.add(String(event.type))
  expect([...types].sort()).toEqual(['research.answer.delta', 'research.completed'])
  expect(await stream.result()).not.toHaveProperty('tool_calls')
})

test('a broken file is reported by name, and everything else is served', async () => {
  const { client, told } = await serve({
    'bridge.md': BRIDGE,
    'cut.pdf': '%PDF-1.4\n1 0 obj\n<<',
    'latin.txt': new Uint8Array([0xff, 0xfe, 0xfa]),
    'nothing.md': '',
  })
  for (const name of ['cut.pdf', 'latin.txt', 'nothing.md']) {
    expect(told.filter((line) => line.startsWith(`Left out of the corpus: ${name}: `))).toHaveLength(1)
  }
  const { citations } = await client.run({ query: 'When did the Harbour Bridge open?', reasoning_level: 'low' })
  expect(citations.some(({ verified }) => verified)).toBe(true)
})

test('a corpus that is not there stops the start with one line that says what to set', async () => {
  const error = await serve({}, '/nowhere/at/all').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UserError)
  expect((error as Error).message).toMatch(/^CORPUS is "\/nowhere\/at\/all": .+\.$/)
})

test('a service that starts again reads nothing anew', async () => {
  const { service, told } = await serve({ 'bridge.md': BRIDGE })
  expect(told.at(-1)).toBe('Corpus: 1 document, 1 file read, 0 removed.')
  await service.close()
  const [folder = ''] = folders
  const again: string[] = []
  const settings = readSettings({ PORT: '0', DATABASE_URL: `sqlite:${folder}/service.db`, CORPUS: folder })
  services.push(await startService(settings, { progress: (line) => again.push(line) }))
  // The service keeps its own files in this folder, too.
  expect(again.filter((line) => !line.startsWith('Not read: '))).toEqual([
    'Corpus: 1 document, the index is up to date.',
  ])
})
