import {
  altered,
  answer,
  createInstantClock,
  dataAfterDone,
  defineScenario,
  failed,
  fragmented,
  httpError,
  lateHead,
  lineEndings,
  malformedJson,
  rawResponse,
  repeatedSequence,
  resumable,
  type Scenario,
  silent,
  slow,
  stalled,
  torn,
  truncated,
  unknownEvents,
  unknownFields,
  unreachable,
  withoutDone,
  wrongContentType,
} from '@deep-research/mock'
import { researchEventSchema } from '@deep-research/sdk/contract'
import { describe, expect, test } from 'vitest'
import { createMockService } from '../src/service.ts'
import { collect, collectFrom, request } from './collect.ts'
import { dataOf, eventsOf } from './read-stream.ts'

const verbose = { options: { include_thinking: true, include_tool_calls: true } }
const typesOf = (text: string) => eventsOf(text).map(({ type }) => type)

describe('answer', () => {
  test('the same request gives the same bytes', async () => {
    const [one, two] = [await collect(answer(), verbose), await collect(answer(), verbose)]
    expect(one.text).toBe(two.text)
    for (const event of eventsOf(one.text)) researchEventSchema.parse(event)
  })

  test('waits before each event, and dates and times it', async () => {
    const { text, elapsed } = await collect(answer({ everyMs: 1000 }))
    const events = eventsOf(text)
    expect(elapsed).toBe(events.length * 1000)
    const starts = Date.UTC(2026, 0, 1)
    expect(events.map(({ timestamp }) => Date.parse(timestamp) - starts)).toEqual(events.map((_, i) => (i + 1) * 1000))
    expect(events.at(-1)?.data['usage']).toMatchObject({ latency_ms: elapsed })
  })

  test('cuts deltas by characters: a tag may be cut, a character never', async () => {
    const deltas = eventsOf((await collect(answer({ deltaLength: 1 }))).text).slice(0, -1)
    expect(deltas.map(({ data }) => data['content'])).toContain('🏔')
    expect(deltas.map(({ data }) => data['content']).join('')).toContain('<cite id="cite_1">')
  })

  test('a text that does not fit its sources fails where it is written', () => {
    expect(() => answer({ answer: '<cite source="x">a</cite>' })).toThrow('not one of its sources')
  })

  test('an own answer has its own thinking and calls', async () => {
    const own = answer({ answer: 'Short.', thinking: ['Hm.'], toolCalls: [{ name: 'search', iteration: 3 }] })
    const events = eventsOf((await collect(own, verbose)).text)
    expect(events.map(({ type }) => type)).toEqual([
      'research.thinking.delta',
      'research.tool_call.started',
      'research.tool_call.completed',
      'research.answer.delta',
      'research.completed',
    ])
    expect(events.at(-1)?.data).toMatchObject({ answer: 'Short.', usage: { iterations: 3, tool_calls: 1 } })
  })
})

describe('endings', () => {
  test('failed: the failure is last, typed, and no [DONE] follows', async () => {
    const { text, end } = await collect(failed({ after: 2, code: 'RESEARCH_TIMEOUT' }), { metadata: { a: 'b' } })
    const events = eventsOf(text)
    expect(events).toHaveLength(3)
    expect(researchEventSchema.parse(events.at(-1))).toMatchObject({
      type: 'research.failed',
      data: { error: { type: 'timeout_error', code: 'RESEARCH_TIMEOUT' }, metadata: { a: 'b' } },
    })
    expect(text).not.toContain('[DONE]')
    expect(end).toBe('closed')
    expect(eventsOf((await collect(failed({ usage: false }))).text).at(-1)?.data).not.toHaveProperty('usage')
  })

  test.each([0, 1, 5])('truncated and torn stop after %i events', async (after) => {
    const cut = await collect(truncated({ after }))
    expect([eventsOf(cut.text).length, cut.end]).toEqual([after, 'closed'])
    const broken = await collect(torn({ after }))
    expect([eventsOf(broken.text).length, broken.end]).toEqual([after, 'torn'])
  })

  test('inside an event: half of it has arrived', async () => {
    const { text } = await collect(truncated({ after: 1, inside: 'event' }))
    const [whole, half] = dataOf(text)
    expect(JSON.parse(whole ?? '')).toHaveProperty('type', 'research.answer.delta')
    expect(half).toMatch(/^\{"type"/)
    expect(() => JSON.parse(half ?? '')).toThrow(SyntaxError)
  })

  test('inside a code point: the last byte begins a character that never ends', async () => {
    const { bytes, end } = await collect(torn({ after: 0, inside: 'code-point' }))
    expect(bytes.at(-1)).toBeGreaterThanOrEqual(0xc0)
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow(TypeError)
    expect(end).toBe('torn')
  })

  test('withoutDone and dataAfterDone', async () => {
    expect((await collect(withoutDone())).text).not.toContain('[DONE]')
    const data = dataOf((await collect(dataAfterDone())).text)
    expect(data.at(-2)).toBe('[DONE]')
    expect(JSON.parse(data.at(-1) ?? '')).toHaveProperty('type', 'research.answer.delta')
    expect(dataOf((await collect(dataAfterDone({ text: 'x' }))).text).at(-1)).toBe('x')
  })
})

describe('time', () => {
  test('stalled for ever, or for a while', async () => {
    const forever = await collect(stalled({ after: 2 }))
    expect([eventsOf(forever.text).length, forever.end]).toEqual([2, 'hangs'])
    const while_ = await collect(stalled({ after: 2, forMs: 70_000 }))
    expect([while_.elapsed, while_.end]).toEqual([70_000, 'closed'])
  })

  test('silent: comments keep the connection alive', async () => {
    const { text, elapsed } = await collect(silent({ keepAlives: 3 }))
    expect(text).toMatch(/^(: keep-alive\n\n){3}data: /)
    expect(elapsed).toBe(45_000)
  })

  test('slow, and a late head', async () => {
    const events = eventsOf((await collect(answer())).text).length
    expect((await collect(slow({ everyMs: 200 }))).elapsed).toBe(200 * events)
    expect((await collect(lateHead({ ms: 5000 }))).elapsed).toBe(5000)
  })

  test('fragmented: the same bytes in small writes', async () => {
    expect((await collect(fragmented())).bytes).toEqual((await collect(answer())).bytes)
    const pieces = await collect(fragmented({ bytes: 3, everyMs: 10 }))
    expect(Math.max(...pieces.writes.map(({ length }) => length))).toBe(3)
    expect(pieces.elapsed).toBe(pieces.writes.length * 10)
  })
})

describe('protocol faults', () => {
  test('unknown events come between the known ones, unknown fields within them', async () => {
    const types = typesOf((await collect(unknownEvents({ types: ['a', 'b'], every: 1 }))).text)
    expect(types.slice(0, 4)).toEqual(['a', 'research.answer.delta', 'b', 'research.answer.delta'])
    const [event] = eventsOf((await collect(unknownFields())).text)
    expect(event).toMatchObject({ later: 1, data: { later: { more: true } } })
  })

  test('malformed JSON stands where told, and the stream goes on', async () => {
    const data = dataOf((await collect(malformedJson({ after: 2 }))).text)
    expect(() => JSON.parse(data[2] ?? '')).toThrow(SyntaxError)
    expect(data.at(-1)).toBe('[DONE]')
  })

  test.each(['\r\n', '\r', '\n'] as const)('line endings: %j, and nothing else', async (newline) => {
    const plain = await collect(answer())
    const { bytes, text } = await collect(lineEndings({ newline, bom: true }))
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(text.replaceAll(newline, '\n')).toBe(plain.text)
    expect(new Set(text.match(/\r\n|\r|\n/g))).toEqual(new Set([newline]))
  })

  test('sequence: an event twice, a number twice, a number left out', async () => {
    const numbers = async (as: 'event' | 'number' | 'gap') =>
      eventsOf((await collect(repeatedSequence({ at: 1, as }))).text)
        .slice(0, 4)
        .map(({ data }) => data['sequence'])
    expect(await numbers('event')).toEqual([0, 1, 1, 2])
    expect(await numbers('number')).toEqual([0, 1, 1, 2])
    expect(await numbers('gap')).toEqual([0, 1, 3, 4])
  })

  test('another content type, and none', async () => {
    expect((await collect(wrongContentType())).headers['content-type']).toBe('text/html')
    expect((await collect(wrongContentType({ contentType: '' }))).headers).not.toHaveProperty('content-type')
  })

  test('altered bends envelopes, status and headers', async () => {
    const bent = altered({ edit: (e, index) => ({ ...e, request_id: `r${index}` }), headers: { a: 'b' }, status: 203 })
    const { text, headers, status } = await collect(bent)
    expect([eventsOf(text)[1]?.request_id, headers['a'], status]).toEqual(['r1', 'b', 203])
  })
})

describe('responses that are no stream', () => {
  test('a raw response and no response', async () => {
    expect(await collect(rawResponse({ status: 503 }))).toMatchObject({ status: 503, end: 'refused' })
    expect(await collect(unreachable({ afterMs: 9 }))).toMatchObject({ end: 'unreachable', elapsed: 9 })
  })

  test('a date ahead is told by the clock', async () => {
    const { headers } = await collect(httpError('RATE_LIMIT_EXCEEDED', { retryAfter: { inMs: 60_000 } }))
    expect(headers['retry-after']).toBe('Thu, 01 Jan 2026 00:01:00 GMT')
  })

  test('a fault does nothing to an error', async () => {
    expect(await collect(torn({ of: httpError('PROXY_ERROR') }))).toMatchObject({ status: 502 })
  })
})

describe('resumable', () => {
  const play = (scenario: Scenario) => {
    const clock = createInstantClock()
    const service = createMockService({ scenario, clock })
    const post = (headers: Record<string, string> = {}, body: object = {}) =>
      collectFrom(service, clock, request({ request_id: 'mine', ...body }, headers))
    return { post, service }
  }
  const again = (id: string | undefined, after: number) => ({
    'x-research-resume': id ?? '',
    'last-event-id': String(after),
  })

  test('the connections together are the stream, to the byte', async () => {
    const whole = await play(answer({ everyMs: 10 })).post()
    const { post } = play(resumable({ of: answer({ everyMs: 10 }), tornAfter: [3, 3, 5] }))
    const first = await post()
    expect(first.headers['x-research-resumable']).toBe('true')
    const id = first.headers['x-request-id']
    const second = await post(again(id, 3))
    const third = await post(again(id, 3))
    const last = await post(again(id, 5))
    expect([first.end, second.end, third.end, last.end]).toEqual(['torn', 'torn', 'torn', 'closed'])
    expect(second.text).toBe('')
    expect(first.text + third.text + last.text).toBe(whole.text)
  })

  test('what was sent but not received is sent again, as it was and without waiting again', async () => {
    const { post } = play(resumable({ of: answer({ everyMs: 10 }), tornAfter: [4] }))
    const first = await post()
    const rest = await post(again(first.headers['x-request-id'], 2))
    expect(eventsOf(rest.text).slice(0, 2)).toEqual(eventsOf(first.text).slice(2))
    expect(rest.elapsed).toBe((eventsOf(rest.text).length - 2) * 10)
  })

  test('another id or key is 404, and so is a scenario that cannot be resumed', async () => {
    const { post } = play(resumable())
    const id = (await post()).headers['x-request-id']
    expect((await post(again('req_0', 3))).status).toBe(404)
    expect((await post(again(id, -1))).status).toBe(404)
    const plain = play(answer())
    expect((await plain.post(again((await plain.post()).headers['x-request-id'], 1))).status).toBe(404)
  })

  test('resuming may be refused, and other faults apply to each connection', async () => {
    const refusing = play(resumable({ refuses: 'RATE_LIMIT_EXCEEDED', refusal: { retryAfter: 3 } }))
    const id = (await refusing.post()).headers['x-request-id']
    expect(await refusing.post(again(id, 3))).toMatchObject({ status: 429, headers: { 'retry-after': '3' } })
    const crlf = play(lineEndings({ of: resumable() }))
    const resumed = await crlf.post(again((await crlf.post()).headers['x-request-id'], 3))
    expect(resumed.text).toContain('\r\n\r\n')
    const bent = play(altered({ of: resumable(), edit: (envelope) => ({ ...envelope, request_id: 'bent' }) }))
    expect(eventsOf((await bent.post()).text)[0]?.request_id).toBe('bent')
  })
})

test('an Idempotency-Key is forgotten after a day', async () => {
  const clock = createInstantClock()
  const service = createMockService({ clock })
  const post = () => collectFrom(service, clock, request({}, { 'idempotency-key': 'once' }))
  const id = (await post()).headers['x-request-id']
  await clock.sleep(86_400_000)
  expect((await post()).headers['x-request-id']).toBe(id)
  await clock.sleep(1)
  expect((await post()).headers['x-request-id']).not.toBe(id)
})

describe('defineScenario', () => {
  test('from events: envelopes are made, [DONE] follows completion alone', async () => {
    const events = [
      { type: 'research.answer.delta', data: { content: 'Hi', sequence: 0 }, afterMs: 500 },
      { type: 'house.special', data: { any: 1 } },
    ]
    const open = await collect(defineScenario({ name: 'mine', events }))
    expect(typesOf(open.text)).toEqual(['research.answer.delta', 'house.special'])
    expect([open.elapsed, open.text.includes('[DONE]')]).toEqual([500, false])
    expect((await collect(defineScenario({ name: 'mine', events, done: true }))).text).toContain('[DONE]')
  })

  test('from tagged text and from steps, changed by faults', async () => {
    const mine = defineScenario({ name: 'mine', text: { answer: 'One two.', deltaLength: 1 } })
    expect(eventsOf((await collect(truncated({ after: 4, of: mine }))).text)).toHaveLength(4)
    const raw = defineScenario({
      name: 'raw',
      status: 206,
      steps: [{ kind: 'bytes', bytes: Uint8Array.of(1, 2) }, { kind: 'tear' }],
    })
    expect(await collect(raw)).toMatchObject({ status: 206, bytes: Uint8Array.of(1, 2), end: 'torn' })
  })
})
