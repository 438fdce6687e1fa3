import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { testApiKey } from '@deep-research/mock'
import { type MockServer, startMockServer } from '@deep-research/mock/node'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInProcess } from './support/command-line.ts'

const PROGRAM = ['--conditions=@deep-research/source', join(import.meta.dirname, '../src/main.ts'), 'mcp']

let mock: MockServer
let folder: string
let environment: Record<string, string>
const started: ChildProcess[] = []

beforeAll(async () => {
  mock = await startMockServer()
  folder = mkdtempSync(join(tmpdir(), 'mcp-'))
  writeFileSync(join(folder, 'reefs.md'), '# Reefs\n\nA reef protects the coast, because it breaks the waves.\n')
  environment = { ...(process.env as Record<string, string>), CORPUS: folder, DATABASE_URL: `sqlite:${folder}/dr.db` }
})

afterAll(async () => {
  for (const child of started) child.kill()
  await mock.close()
  rmSync(folder, { recursive: true, force: true })
})

type Transport = Parameters<Client['connect']>[0]

/** What an assistant sees: the tools, the answer to one question, and how it came about. */
async function use(transport: Transport, query = 'How does a reef protect the coast?') {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const { tools } = await client.listTools()
  const told: (string | undefined)[] = []
  const onprogress = ({ message }: { message?: string | undefined }) => told.push(message)
  const answer = await client.callTool({ name: 'research', arguments: { query } }, undefined, { onprogress })
  await client.close()
  const [{ text } = { text: '' }] = answer['content'] as { text: string }[]
  return { tools: tools.map(({ name }) => name), text, told, isError: answer['isError'] === true }
}

/** The status of a first request, by the `Host` under which a browser believes to know the server. */
async function statusFor(url: string, host?: string): Promise<number | undefined> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const sent = request(url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(host && { host }),
    },
  })
  sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

const overStdio = (...words: string[]) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [...PROGRAM, ...words],
    env: environment,
    stderr: 'ignore',
  })

/** Where assistants start it: a folder in which it may not write, by a user without a home. */
async function startAnywhere(): Promise<{ cwd: string; env: Record<string, string>; command: string; args: string[] }> {
  const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8')
  const [, config = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
  const { command, args, env } = JSON.parse(config).mcpServers['deep-research']
  // What npx makes of this: the program of our package, with the words after its name.
  expect([command, args.slice(0, 4)]).toEqual(['npx', ['-y', '-p', '@deep-research/server', 'deep-research']])
  const words = [process.execPath, ...PROGRAM.slice(0, -1), ...args.slice(4)]
  const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
  const [run = '', ...rest] = [...asNobody, ...words]
  const home = { HOME: '/nonexistent', PATH: process.env['PATH'] ?? '', TMPDIR: mkdtempSync(join(tmpdir(), 'anyone-')) }
  chmodSync(home.TMPDIR, 0o1777)
  chmodSync(folder, 0o755)
  return { cwd: '/', env: { ...env, ...home, CORPUS: folder }, command: run, args: rest }
}

describe('mcp', () => {
  it('answers from the corpus over standard input and output, and tells of its searches', async () => {
    const { tools, text, told, isError } = await use(overStdio())
    expect({ tools, isError }).toEqual({ tools: ['research'], isError: false })
    expect(text).toMatch(/breaks the waves[\s\S]*\n\[\^1\]: /)
    expect(told.length).toBeGreaterThan(0)
    expect(told[0]).toMatch(/^\w+ .*reef/)
  })

  it('answers as the documentation has assistants start it, in a folder where it may not write', async () => {
    const { env, ...started } = await startAnywhere()
    const before = readdirSync('/')
    const { text, isError } = await use(new StdioClientTransport({ ...started, env, stderr: 'ignore' }))
    expect([isError, text]).toEqual([false, expect.stringMatching(/breaks the waves/)])
    expect(readdirSync('/')).toEqual(before)
    expect(readdirSync(env['TMPDIR'] ?? '')).toContainEqual(expect.stringMatching(/^deep-research-\d+$/))
    rmSync(env['TMPDIR'] ?? '', { recursive: true, force: true })
  })

  it('serves over HTTP, to this machine alone, until it is stopped', async () => {
    const child = spawn(process.execPath, [...PROGRAM, '--http', '0'], { env: environment })
    started.push(child)
    let url = ''
    for await (const line of createInterface({ input: child.stderr })) {
      url = /http:\S+/.exec(line)?.[0] ?? ''
      if (url !== '') break
    }
    const { text } = await use(new StreamableHTTPClientTransport(new URL(url)) as Transport)
    expect(text).toMatch(/breaks the waves/)
    expect(await Promise.all([statusFor(url), statusFor(url, 'evil.example.com')])).toEqual([200, 403])
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  it('asks a service instead, and passes on what it refuses', async () => {
    environment['DEEP_RESEARCH_API_KEY'] = testApiKey()
    const answered = await use(overStdio('--server', mock.url))
    environment['DEEP_RESEARCH_API_KEY'] = 'dr_live_wrong'
    const refused = await use(overStdio('--server', mock.url))
    expect(answered).toMatchObject({ isError: false, text: expect.stringMatching(/\n\[\^1\]: /) })
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('API key') })
  })

  it('names the option that is wrong', async () => {
    const { code, stderr } = await runInProcess(['mcp', '--http', '70000'], {})
    expect(code).toBe(2)
    expect(stderr).toContain('Expected a port from 0 to 65535.')
  })
})
