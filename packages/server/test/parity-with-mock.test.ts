import { startMockServer } from '@deep-research/mock/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { startTestService } from './support/service.ts'

let mock: Awaited<ReturnType<typeof startMockServer>>

beforeAll(async () => {
  mock = await startMockServer({ port: 0 })
})

afterAll(() => mock.close())

/** What both must agree on; wording, ids and times are each one's own. */
async function answer(base: string, path: string, init: RequestInit) {
  const response = await fetch(`${base}${path}`, init)
  const text = await response.text()
  const kind = response.headers.get('content-type')?.split(';')[0]
  const error =
    kind === 'application/json' ? (JSON.parse(text) as { error: { code: string; type: string } }).error : undefined
  return {
    status: response.status,
    kind,
    code: error?.code,
    type: error?.type,
    keys: error && Object.keys(error).sort(),
    challenge: response.headers.get('www-authenticate'),
    requestId: /^req_/.test(response.headers.get('x-request-id') ?? ''),
  }
}

const json = { 'content-type': 'application/json' }
const post = (body: BodyInit, headers: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  body,
  headers,
})
const long = (unit: string, times: number) => JSON.stringify({ query: unit.repeat(times) })
const RESEARCH = '/v1/research'
const NONE = `/v1/research/req_${'0'.repeat(32)}`
const resume = (headers: Record<string, string>): RequestInit => ({ method: 'POST', headers })

test.each<[string, string, RequestInit, boolean]>([
  ['no credential', RESEARCH, post('{}'), false],
  ['a malformed key', RESEARCH, post('{}', { ...json, 'x-api-key': 'nope' }), false],
  ['no body', RESEARCH, { method: 'POST', headers: json }, true],
  ['no JSON', RESEARCH, post('{'), true],
  ['JSON but no object', RESEARCH, post('[1]'), true],
  ['invalid UTF-8', RESEARCH, post(new Uint8Array([0x22, 0xff, 0x22])), true],
  ['another content type', RESEARCH, post('{"query":"x"}', { 'content-type': 'text/plain' }), true],
  ['no query', RESEARCH, post('{}'), true],
  ['a blank query', RESEARCH, post('{"query":" \\n"}'), true],
  ['a query that is no string', RESEARCH, post('{"query":7}'), true],
  ['a query of 10,001 characters', RESEARCH, post(long('a', 10_001)), true],
  ['a query with a lone surrogate', RESEARCH, post('{"query":"a\\ud800"}'), true],
  ['an unknown level', RESEARCH, post('{"query":"x","reasoning_level":"ultra"}'), true],
  ['a level that is null', RESEARCH, post('{"query":"x","reasoning_level":null}'), true],
  ['a flag that is no boolean', RESEARCH, post('{"query":"x","options":{"include_thinking":"yes"}}'), true],
  ['options that are no object', RESEARCH, post('{"query":"x","options":[]}'), true],
  ['a request id with a space', RESEARCH, post('{"query":"x","request_id":"a b"}'), true],
  ['a metadata value that is no string', RESEARCH, post('{"query":"x","metadata":{"a":1}}'), true],
  ['a body of 2 MiB', RESEARCH, post(JSON.stringify({ query: 'x', pad: 'y'.repeat(2_097_152) })), true],
  ['10,000 emoji', RESEARCH, post(long('\u{1F600}', 10_000)), true],
  ['unknown fields', RESEARCH, post('{"query":"x","colour":"red"}'), true],
  ['another method', RESEARCH, { method: 'GET' }, true],
  ['a look without a credential', NONE, { method: 'GET' }, false],
  ['a look at what there is not', NONE, { method: 'GET' }, true],
  ['a look at no id', '/v1/research/nonsense', { method: 'GET' }, true],
  ['a cancel of what there is not', NONE, { method: 'DELETE' }, true],
  ['a cancel without a credential', RESEARCH, { method: 'DELETE' }, false],
  ['a cancel without a name', RESEARCH, { method: 'DELETE' }, true],
  ['a cancel by name without a credential', RESEARCH, { method: 'DELETE', headers: { 'idempotency-key': 'x' } }, false],
  ['a cancel of an unknown name', RESEARCH, { method: 'DELETE', headers: { 'idempotency-key': 'none' } }, true],
  ['a way back to what there is not', RESEARCH, resume({ 'x-research-resume': NONE.slice(13) }), true],
  ['another version', '/v2/research', post('{"query":"x"}'), true],
])('service and mock answer alike: %s', async (_what, path, init, withKey) => {
  const service = await startTestService({ engine: createScriptedEngine((run) => run.complete()) })
  const { key } = await service.join('scale')
  const headers = { ...(init.headers as Record<string, string>), ...(withKey ? { 'x-api-key': key } : {}) }
  const ours = await answer(service.url, path, { ...init, headers })
  const theirs = await answer(mock.url, path, { ...init, headers })
  expect(ours).toEqual(theirs)
})
