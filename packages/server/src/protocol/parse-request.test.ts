import type { ErrorCode } from '@deep-research/sdk/contract'
import { describe, expect, it } from 'vitest'
import { parseRequest } from './parse-request.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const parse = (body: unknown) => parseRequest(bytes(typeof body === 'string' ? body : JSON.stringify(body)))
const query = 'How old do corals get?'
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, '']))

describe('parseRequest', () => {
  it('fills the defaults in', () => {
    expect(parse({ query })).toEqual({
      request: {
        query,
        level: 'medium',
        includeThinking: false,
        includeToolCalls: false,
        requestId: undefined,
        metadata: undefined,
      },
    })
  })

  it.each<[string, unknown]>([
    ['10,000 characters', { query: 'a'.repeat(10_000) }],
    ['10,000 emoji', { query: '🪸'.repeat(10_000) }],
    ['unknown fields', { query, model: 'x', options: { colour: 1 } }],
    ['a request_id of 128 characters', { query, request_id: 'a.B_9:-'.padEnd(128, 'x') }],
    ['16 metadata keys', { query, metadata: keys(16) }],
    ['a metadata value of 512 characters', { query, metadata: { ['k'.repeat(64)]: 'v'.repeat(512) } }],
    ['empty metadata and options', { query, metadata: {}, options: {} }],
    ['a byte order mark', `\uFEFF{"query":"a"}`],
  ])('takes %s', (_, body) => {
    expect(parse(body)).toHaveProperty('request')
  })

  it('keeps metadata as it came, whatever its keys are called', () => {
    const body = '{"query":"a","metadata":{"__proto__":"x","constructor":"y"}}'
    const parsed = parse(body)
    expect(JSON.stringify('request' in parsed && parsed.request.metadata)).toBe('{"__proto__":"x","constructor":"y"}')
  })

  it.each<[string, unknown, ErrorCode, RegExp]>([
    ['no query', {}, 'MISSING_QUERY', /query/],
    ['an empty query', { query: '' }, 'MISSING_QUERY', /query/],
    ['a white query', { query: ' \t\n\u3000' }, 'MISSING_QUERY', /query/],
    ['10,001 characters', { query: 'a'.repeat(10_001) }, 'QUERY_EXCEEDS_MAX_LENGTH', /query.*10000/],
    ['10,001 emoji', { query: '🪸'.repeat(10_001) }, 'QUERY_EXCEEDS_MAX_LENGTH', /query/],
    ['a query that is null', { query: null }, 'INVALID_REQUEST', /query/],
    ['a query that is a number', { query: 5 }, 'INVALID_REQUEST', /query/],
    ['a query that is a list', { query: ['a'] }, 'INVALID_REQUEST', /query/],
    ['a lone surrogate', '{"query":"a\\ud800b"}', 'INVALID_REQUEST', /query.*surrogate/],
    ['an unknown level', { query, reasoning_level: 'max' }, 'INVALID_REASONING_LEVEL', /low, medium or high/],
    ['a level in capitals', { query, reasoning_level: 'LOW' }, 'INVALID_REASONING_LEVEL', /reasoning_level/],
    ['a level that is null', { query, reasoning_level: null }, 'INVALID_REASONING_LEVEL', /reasoning_level/],
    ['a level that is a number', { query, reasoning_level: 1 }, 'INVALID_REASONING_LEVEL', /reasoning_level/],
    ['options that are null', { query, options: null }, 'INVALID_REQUEST', /options/],
    ['options that are a list', { query, options: [] }, 'INVALID_REQUEST', /options/],
    ['a flag that is text', { query, options: { include_thinking: 'yes' } }, 'INVALID_REQUEST', /include_thinking/],
    ['a flag that is null', { query, options: { include_tool_calls: null } }, 'INVALID_REQUEST', /include_tool_calls/],
    ['an empty request_id', { query, request_id: '' }, 'INVALID_REQUEST', /request_id/],
    ['a long request_id', { query, request_id: 'a'.repeat(129) }, 'INVALID_REQUEST', /request_id/],
    ['a request_id with a space', { query, request_id: 'a b' }, 'INVALID_REQUEST', /request_id/],
    ['a request_id with a line break', { query, request_id: 'a\n' }, 'INVALID_REQUEST', /request_id/],
    ['a request_id that is a number', { query, request_id: 7 }, 'INVALID_REQUEST', /request_id/],
    ['metadata that is a list', { query, metadata: [] }, 'INVALID_REQUEST', /metadata/],
    ['metadata that is null', { query, metadata: null }, 'INVALID_REQUEST', /metadata/],
    ['17 metadata keys', { query, metadata: keys(17) }, 'INVALID_REQUEST', /metadata/],
    ['an empty metadata key', { query, metadata: { '': 'x' } }, 'INVALID_REQUEST', /metadata/],
    ['a long metadata key', { query, metadata: { ['k'.repeat(65)]: 'x' } }, 'INVALID_REQUEST', /metadata/],
    ['a long metadata value', { query, metadata: { k: 'x'.repeat(513) } }, 'INVALID_REQUEST', /metadata/],
    ['a metadata value that is a number', { query, metadata: { k: 1 } }, 'INVALID_REQUEST', /metadata/],
    ['a number under __proto__', '{"query":"a","metadata":{"__proto__":1}}', 'INVALID_REQUEST', /metadata/],
    ['an empty body', '', 'INVALID_REQUEST', /JSON/],
    ['broken JSON', '{"query":', 'INVALID_REQUEST', /JSON/],
    ['a list', '[]', 'INVALID_REQUEST', /object/],
    ['null', 'null', 'INVALID_REQUEST', /object/],
    ['text', '"query"', 'INVALID_REQUEST', /object/],
    ['deep nesting', '['.repeat(500_000), 'INVALID_REQUEST', /JSON/],
  ])('refuses %s', (_, body, code, message) => {
    expect(parse(body)).toEqual({ error: { code, message: expect.stringMatching(message) } })
  })

  it('refuses invalid UTF-8', () => {
    const body = new Uint8Array([...bytes('{"query":"'), 0xc3, 0x28, ...bytes('"}')])
    expect(parseRequest(body)).toMatchObject({
      error: { code: 'INVALID_REQUEST', message: expect.stringMatching(/UTF-8/) },
    })
  })
})
