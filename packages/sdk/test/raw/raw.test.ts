import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { DeepResearch, DeepResearchError, type DeepResearchOptions } from '@deep-research/sdk'
import { Agent } from 'undici7'
import { describe, expect, it, onTestFinished } from 'vitest'
import { KEY, QUERY } from '../client-of.ts'
import { COMPLETED, DELTAS, DONE, delta, errorBody, FAILED, frames, RESULT, STREAM } from '../wire.ts'
import { CHUNKED, chunk, EVENT_STREAM, head, LAST_CHUNK, pieces, UNTIL_CLOSE, whole } from './http-text.ts'
import { type Exchange, listenRaw } from './raw-server.ts'

type Want = object | 'result'
type Case = readonly [
  name: string,
  say: Exchange['say'],
  want: Want,
  ending?: Exchange['ending'],
  options?: DeepResearchOptions,
]

/** Runs one research against a raw server, and sees that the client is then done with the connection. */
async function play([, say, want, ending = 'end', options = {}]: Case, hasToBeAsked = true): Promise<void> {
  const server = await listenRaw({ say, ending }, hasToBeAsked)
  const dispatcher = new Agent()
  onTestFinished(async () => {
    await dispatcher.destroy()
    await server.close()
  })
  const client = new DeepResearch({
    apiKey: KEY,
    baseURL: server.url,
    retry: { limit: 0 },
    fetchOptions: { dispatcher },
    ...options,
  })
  const [outcome] = await Promise.allSettled([client.run(QUERY)])
  if (want === 'result') expect(outcome).toEqual({ status: 'fulfilled', value: RESULT })
  else {
    expect(outcome.status).toBe('rejected')
    const { reason } = outcome as PromiseRejectedResult
    expect(reason).toBeInstanceOf(DeepResearchError)
    expect(reason).toMatchObject(want)
    expect(JSON.stringify(reason)).not.toContain(KEY)
  }
  const running = (): unknown[] => Object.values(dispatcher.stats).map((stats) => Object(stats).running)
  // What is left behind a result may take a second to be read away.
  await expect.poll(running, { timeout: 4_000 }).not.toContain(1)
}

function suite(title: string, cases: readonly Case[], hasToBeAsked = true): void {
  describe(title, () => {
    for (const each of cases) it(each[0], () => play(each, hasToBeAsked))
  })
}

const WIDE = frames(delta('naïve 研究 🔬', 0), COMPLETED) + DONE
const interrupted = (reason: string): object => ({ name: 'StreamInterruptedError', reason, requestId: 'req_raw' })
const protocol = { name: 'StreamProtocolError' }
const lost = { name: 'ConnectionError', phase: 'headers' }

suite('a body that comes in pieces', [
  ...[1, 2, 3, 4, 5, 7, 13, 64, 1_000].map(
    (size): Case => [
      `of ${size} bytes, each a chunk`,
      [CHUNKED, ...pieces(WIDE, size).map(chunk), LAST_CHUNK],
      'result',
    ],
  ),
  ...[1, 3, 10].map((size): Case => [`of ${size} bytes, head and all`, pieces(UNTIL_CLOSE + WIDE, size), 'result']),
])

/** Cut where it hurts, one chunk before and one behind. */
const cutBehind = (name: string, text: string, part: string, more = 0): Case => {
  const bytes = Buffer.from(text)
  const at = bytes.indexOf(part) + more
  return [name, [CHUNKED, chunk(bytes.subarray(0, at)), chunk(bytes.subarray(at)), LAST_CHUNK], 'result']
}
const CRLF = WIDE.replaceAll('\n', '\r\n')
suite('a body that is cut', [
  cutBehind('within a character of two bytes', WIDE, 'ï', 1),
  cutBehind('within a character of three', WIDE, '研', 2),
  cutBehind('within a character of four', WIDE, '🔬', 2),
  cutBehind('within the name of the field', WIDE, 'data: {', 2),
  cutBehind('behind the colon', WIDE, 'data: {', 5),
  cutBehind('between two line feeds', WIDE, '\n\n', 1),
  cutBehind('between carriage return and line feed', CRLF, '\r\n', 1),
  cutBehind('between two CRLFs', CRLF, '\r\n\r\n', 2),
  cutBehind('within [DONE]', WIDE, '[DONE]', 3),
])

const ended = (text: string): Exchange['say'] => [UNTIL_CLOSE, text]
suite('lines', [
  ['that end with CRLF', ended(CRLF), 'result'],
  ['that end with CR', ended(WIDE.replaceAll('\n', '\r')), 'result'],
  ['that end in each way', ended(frames(delta('a', 0)).replace('\n\n', '\r\r') + CRLF), 'result'],
  ['behind a byte order mark', ended(`\ufeff${STREAM}`), 'result'],
  ['without a space behind the colon', ended(STREAM.replaceAll('data: ', 'data:')), 'result'],
  ['with comments, ids, names and times between', ended(`: hi\n\nid: 1\nevent: x\nretry: 5\n${STREAM}`), 'result'],
  ['with only one newline between events', ended(`${STREAM.replaceAll('\n\n', '\n')}\n`), 'result'],
  ['without the last blank line', ended(frames(...DELTAS, COMPLETED).trimEnd()), 'result'],
  ['with unknown fields', ended(`nonsense\nx: y\n${STREAM}`), 'result'],
])

const encoded = (encoding: string, bytes: Uint8Array): Exchange['say'] => [
  head('200 OK', { ...EVENT_STREAM, 'content-encoding': encoding, connection: 'close' }),
  bytes,
]
suite('a transfer', [
  ['of known length', [whole('200 OK', STREAM, EVENT_STREAM)], 'result'],
  ['until the connection closes', ended(STREAM), 'result'],
  ['of HTTP/1.0', [UNTIL_CLOSE.replace('1.1', '1.0'), STREAM], 'result'],
  [
    'with extensions of chunks and trailers',
    [CHUNKED, `5;a=b\r\n${STREAM.slice(0, 5)}\r\n`, chunk(STREAM.slice(5)), '0\r\nx-t: 1\r\n\r\n'],
    'result',
  ],
  ['behind 103 Early Hints', ['HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', ...ended(STREAM)], 'result'],
  ['in gzip', encoded('gzip', gzipSync(STREAM)), 'result'],
  ['in deflate', encoded('deflate', deflateSync(STREAM)), 'result'],
  ['in brotli', encoded('br', brotliCompressSync(STREAM)), 'result'],
  ['in gzip that breaks off', encoded('gzip', gzipSync(WIDE).subarray(0, 60)), { name: 'StreamInterruptedError' }],
  ['in gzip that is none', encoded('gzip', Buffer.from(STREAM)), interrupted('network')],
  [
    'shorter than its length',
    [head('200 OK', { ...EVENT_STREAM, 'content-length': '9999' }), frames(DELTAS[0])],
    interrupted('network'),
  ],
  ['longer than its length', [head('200 OK', { ...EVENT_STREAM, 'content-length': '40' }), STREAM], interrupted('eof')],
  ['without its last chunk', [CHUNKED, chunk(frames(DELTAS[0]))], interrupted('network')],
  ['with a chunk of no size', [CHUNKED, 'x\r\n'], interrupted('network')],
  ['with a chunk that breaks off', [CHUNKED, 'ff\r\ndata:'], interrupted('network')],
])

suite('a head', [
  ['that is garbage', ['\u0000\u0001\u0002 garbage\r\n\r\n'], lost],
  ['of another protocol', ['SSH-2.0-OpenSSH_9.6\r\n'], lost],
  ['of HTTP/2', [Buffer.from('000012040000000000000300000064000400100000000600010000', 'hex')], lost],
  ['of HTTP/0.9', ['data: {}\n\n'], lost],
  ['that breaks off in its first line', ['HTTP/1.1 20'], lost],
  ['that breaks off in its headers', ['HTTP/1.1 200 OK\r\ncontent-ty'], lost],
  ['that is empty', [''], lost],
  ['with a header that is none', ['HTTP/1.1 200 OK\r\nno colon\r\n\r\n'], lost],
  ['with two lengths', ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'], lost],
  ['that is larger than anybody reads', [head('200 OK', { 'x-large': 'x'.repeat(40_000) })], lost],
])

const type = (contentType: string | undefined, body = STREAM): Exchange['say'] => [
  head('200 OK', { ...(contentType !== undefined && { 'content-type': contentType }), connection: 'close' }),
  body,
]
suite('a content type', [
  ['in capitals', type('TEXT/EVENT-STREAM'), 'result'],
  ['with a charset', type('text/event-stream; charset=utf-8'), 'result'],
  ['with a space before the semicolon', type('text/event-stream ;charset=utf-8'), 'result'],
  ['that is missing', type(undefined), { ...protocol, raw: STREAM }],
  ['of a page', type('text/html', '<h1>Login</h1>'), { ...protocol, raw: '<h1>Login</h1>' }],
  ['of JSON', type('application/json', '{}'), protocol],
  ['that only begins so', type('text/event-streams'), protocol],
])

const page = '<html>'
const refused = (status: string, name: string, body = page): Case => [
  status,
  [whole(status, body, { 'content-type': 'text/html' })],
  { name, status: Number.parseInt(status, 10), body },
]
suite('a status', [
  ['201, a stream all the same', [head('201 Created', { ...EVENT_STREAM, connection: 'close' }), STREAM], 'result'],
  ['204', [head('204 No Content')], protocol],
  ...['301 Moved', '302 Found', '303 See Other', '307 Temporary', '308 Permanent'].map(
    (status): Case => [
      status,
      [head(status, { location: 'https://elsewhere.example/', 'content-length': '0' })],
      { name: 'APIError', status: Number.parseInt(status, 10), message: expect.stringContaining('elsewhere') },
    ],
  ),
  refused('304 Not Modified', 'APIError', ''),
  refused('400 Bad Request', 'BadRequestError'),
  refused('401 Unauthorized', 'AuthenticationError'),
  refused('402 Payment Required', 'InsufficientCreditsError'),
  refused('403 Forbidden', 'APIError'),
  refused('404 Not Found', 'NotFoundError'),
  refused('413 Too Large', 'APIError'),
  refused('429 Too Many', 'RateLimitError'),
  refused('500 Oops', 'ServerError'),
  refused('502 Bad Gateway', 'ServerError'),
  refused('503 Unavailable', 'ServerError'),
  refused('504 Timeout', 'ServerError'),
  refused('599 Odd', 'ServerError'),
  [
    '502 of the service',
    [whole('502 Bad', errorBody('PROXY_ERROR'))],
    { name: 'ServerError', code: 'PROXY_ERROR', creditsCharged: 0 },
  ],
  ['407 of a proxy', [whole('407 Proxy Authentication Required', page)], { name: /ConnectionError|APIError/ }],
])

const after = (value: string, retryAfterMs: number | undefined): Case => [
  JSON.stringify(value),
  [whole('429 Too Many', errorBody('RATE_LIMIT_EXCEEDED'), { 'retry-after': value })],
  { name: 'RateLimitError', retryAfterMs },
]
suite('Retry-After', [
  after('0', 0),
  after('5', 5_000),
  after('1.5', 1_500),
  after(' 7 ', 7_000),
  after('-1', undefined),
  after('soon', undefined),
  after('', undefined),
  after('1e3', undefined),
  after('0x10', undefined),
  after('5, 6', undefined),
  after('9'.repeat(400), undefined),
  after('Sun, 06 Nov 1994 08:49:37 GMT', 0),
  after('Sunday, 06-Nov-94 08:49:37 GMT', 0),
  after('Sun Nov  6 08:49:37 1994', 0),
  after('Thu, 31 Feb 2099 00:00:00 GMT', undefined),
])

const silent = { idleTimeoutMs: 60 }
suite('a connection that is lost', [
  ['behind the request', [], lost, 'reset'],
  ['within the head', ['HTTP/1.1 200 OK\r\nx'], lost, 'reset'],
  ['behind the head', [CHUNKED], interrupted('network'), 'reset'],
  ['within an event', [CHUNKED, chunk('data: {"type"')], interrupted('network'), 'reset'],
  [
    'between events',
    [CHUNKED, chunk(frames(DELTAS[0]))],
    { ...interrupted('network'), partial: { events: 1 } },
    'reset',
  ],
  ['within a chunk', [CHUNKED, 'ffff\r\ndata: {'], interrupted('network'), 'reset'],
  ['behind the result', [CHUNKED, chunk(frames(...DELTAS, COMPLETED))], 'result', 'reset'],
  ['behind [DONE]', [CHUNKED, chunk(STREAM)], 'result', 'reset'],
  ['in silence, before the head', [], { name: 'RequestTimeoutError', phase: 'headers' }, 'hold', { timeoutMs: 60 }],
  ['in silence, within the head', ['HTTP/1.1 200'], { name: 'RequestTimeoutError' }, 'hold', { timeoutMs: 60 }],
  ['in silence, behind the head', [CHUNKED], interrupted('idle'), 'hold', silent],
  ['in silence, within an event', [CHUNKED, chunk('data: {')], interrupted('idle'), 'hold', silent],
  ['in silence, behind the result', [CHUNKED, chunk(frames(...DELTAS, COMPLETED))], 'result', 'hold', silent],
  [
    'in silence, within the page of an error',
    [head('500 Oops', { 'content-length': '9' }), 'x'],
    { name: 'ServerError', body: 'x' },
    'end',
  ],
])
suite('a connection that is lost before the request', [['at once', [], { name: 'ConnectionError' }, 'reset']], false)

const said = (...parts: readonly string[]): Exchange['say'] => ended(parts.join(''))
suite('a stream', [
  ['that fails', said(frames(DELTAS[0], FAILED)), { name: 'ResearchFailedError', code: 'RESEARCH_FAILED' }],
  ['that is done without a result', said(frames(DELTAS[0]), DONE), interrupted('done-without-result')],
  ['without [DONE]', said(frames(...DELTAS, COMPLETED)), 'result'],
  ['with more behind [DONE]', said(STREAM, 'data: nonsense\n\n'), 'result'],
  ['with two results', said(frames(...DELTAS, COMPLETED, FAILED)), 'result'],
  ['without anything', said(''), interrupted('eof')],
  ['of comments alone', said(': keep-alive\n\n: keep-alive\n\n'), interrupted('eof')],
  [
    'with an event that is no JSON',
    said('data: {"type":\n\n', STREAM),
    { ...protocol, eventNumber: 1, raw: '{"type":' },
  ],
  ['with an event that is no envelope', said('data: {}\n\n', STREAM), { ...protocol, raw: '{}' }],
  ['with an event that is null', said('data: null\n\n', STREAM), protocol],
  ['with an event that is a list', said('data: []\n\n', STREAM), protocol],
  ['with a result that is none', said('data: {"type":"research.completed","data":{}}\n\n'), protocol],
  [
    'with an event that is too large',
    said(`data: ${'x'.repeat(2_000)}\n\n`),
    protocol,
    'end',
    { maxEventBytes: 1_000 },
  ],
  ['with a line without end', said(`data: ${'x'.repeat(200_000)}`), protocol, 'hold', { maxEventBytes: 1_000 }],
  [
    'with bytes that are no UTF-8',
    [UNTIL_CLOSE, Buffer.from('data: {"type":"'), Buffer.from([0xff, 0xfe]), '"}\n\n', STREAM],
    'result',
  ],
  ['with NUL bytes', said('\u0000\n\n', STREAM), 'result'],
  ['with a page in it', said('<html>\n\n'), interrupted('eof')],
])

it('https where the service speaks http is told before anything is sent', async () => {
  const server = await listenRaw({ say: [whole('200 OK', STREAM, EVENT_STREAM)], ending: 'end' }, false)
  onTestFinished(() => server.close())
  const client = new DeepResearch({ apiKey: KEY, baseURL: server.url.replace('http', 'https'), retry: { limit: 0 } })
  await expect(client.run(QUERY)).rejects.toMatchObject({ name: 'ConnectionError', phase: 'connect' })
})
