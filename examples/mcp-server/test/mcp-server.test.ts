import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { testApiKey } from '@deep-research/mock'
import { type MockServer, startMockServer } from '@deep-research/mock/node'
import { DeepResearch } from '@deep-research/sdk'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveHttp } from '../src/serve-http.ts'

let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer()
})
afterAll(() => mock.close())

type Transport = Parameters<Client['connect']>[0]

async function use(transport: Transport): Promise<unknown[]> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const { tools } = await client.listTools()
  const answer = await client.callTool({ name: 'research', arguments: { query: 'When does water boil?' } })
  await client.close()
  return [tools.map(({ name }) => name), answer['isError'], answer['content']]
}

const ANSWER = [['research'], undefined, [{ type: 'text', text: expect.stringMatching(/\[\^1\][\s\S]*\n\[\^1\]: /) }]]

test('an assistant on this machine gets a cited answer over standard input and output', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--conditions=@deep-research/source', join(import.meta.dirname, '../src/main.ts')],
    env: { DEEP_RESEARCH_API_KEY: testApiKey(), DEEP_RESEARCH_BASE_URL: mock.url },
  })
  expect(await use(transport)).toEqual(ANSWER)
})

test('one elsewhere gets it over HTTP, and an error as text', async () => {
  const answers: unknown[] = []
  for (const apiKey of [testApiKey(), 'dr_live_wrong']) {
    const server = await serveHttp(new DeepResearch({ apiKey, baseURL: mock.url }), 0)
    const { port } = server.address() as AddressInfo
    answers.push(await use(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/`)) as Transport))
    server.close()
  }
  expect(answers).toEqual([ANSWER, [['research'], true, [{ type: 'text', text: expect.stringContaining('API key') }]]])
})
