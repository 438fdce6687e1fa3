import {
  altered,
  dataAfterDone,
  malformedJson,
  repeatedSequence,
  withoutDone,
  wrongContentType,
} from '@deep-research/mock'
import { correct, mockFetch } from '../subject.ts'
import {
  bent,
  bentData,
  bentResult,
  buffered,
  dated,
  defaultRequest,
  headless,
  rebody,
  replying,
  type Servers,
  without,
} from './break.ts'

/** Per rule on streams, envelopes and events, servers that break it. */
export const brokenStreams = {
  'stream.status': { 'refuses what is valid': replying(defaultRequest, () => new Response('{}', { status: 500 })) },
  'stream.content-type': {
    'says text/html': mockFetch(wrongContentType({ of: correct() })),
    'says nothing': mockFetch(wrongContentType({ of: correct(), contentType: '' })),
  },
  'stream.json-lines': {
    'sends half an object': mockFetch(malformedJson({ of: correct() })),
    'sends a list': mockFetch(malformedJson({ of: correct(), text: '[]' })),
  },
  'stream.completed-last': {
    'ends without a result': mockFetch(
      altered({ of: correct(), edit: (e) => ({ ...e, type: e.type.replace('completed', 'ended') }) }),
    ),
    'goes on behind it': mockFetch(dataAfterDone({ of: correct() })),
    'sends it twice': bent('research.answer.delta', (e, index) =>
      index === 0 ? { ...e, type: 'research.completed' } : e,
    ),
  },
  'stream.done': {
    'leaves it out': mockFetch(withoutDone({ of: correct() })),
    'quotes it': mockFetch(dataAfterDone({ of: withoutDone({ of: correct() }), text: '"[DONE]"' })),
    'sends a line behind it': mockFetch(dataAfterDone({ of: correct(), text: 'bye' })),
  },
  'stream.failed-last': {
    'goes on behind it': mockFetch(
      altered({ of: correct(), edit: (e, index) => (index === 1 ? { ...e, type: 'research.failed' } : e) }),
    ),
  },
  'stream.levels': {
    'does not know high': rebody((body) =>
      body['reasoning_level'] === 'high' ? { ...body, reasoning_level: 'x' } : body,
    ),
  },
  'stream.cache-control': { 'allows caches': headless('cache-control', 'no-cache') },
  'stream.live': {
    'holds all back': buffered(),
    'holds all back, in pieces': buffered(2000),
    'dates all when it sends them': dated(buffered()),
  },
  'stream.buffering': { 'does not say': headless('x-accel-buffering') },
  'envelope.type': { 'has none': bent(undefined, (e, index) => (index === 1 ? without({ ...e }, 'type') : e)) },
  'envelope.request-id': {
    'changes it': bent(undefined, (e, index) => ({ ...e, request_id: `req_${index}` })),
    'numbers it': bent(undefined, (e) => ({ ...e, request_id: 7 })),
  },
  'envelope.generated-id': {
    'begins otherwise': bent(undefined, (e) => ({ ...e, request_id: e.request_id.replace('req_', 'run-') })),
  },
  'envelope.timestamp': {
    'has no milliseconds': bent(undefined, (e) => ({ ...e, timestamp: e.timestamp.replace(/\.\d+/, '') })),
    'is local': bent(undefined, (e) => ({ ...e, timestamp: e.timestamp.replace('Z', '+02:00') })),
    'is a number': bent(undefined, (e) => ({ ...e, timestamp: Date.parse(e.timestamp) })),
    'is no date': bent(undefined, (e) => ({ ...e, timestamp: '2026-13-45T00:00:00.000Z' })),
  },
  'envelope.data': { 'is a list': bent(undefined, (e) => ({ ...e, data: [e.data] })) },
  'envelope.echo': { 'takes its own': bent(undefined, (e) => ({ ...e, request_id: 'req_own' })) },
  'answer-delta.fields': {
    'names it text': bentData('answer.delta', ({ content, ...rest }) => ({ ...rest, text: content })),
    'has half numbers': bentData('answer.delta', (data) => ({ ...data, sequence: 0.5 })),
  },
  'thinking.asked': { 'keeps it to itself': rebody((body) => ({ ...body, options: { include_tool_calls: true } })) },
  'thinking.suppressed': {
    'always thinks aloud': rebody((body) => ({ ...body, options: { include_thinking: true } })),
  },
  'tool-calls.asked': { 'keeps them to itself': rebody((body) => ({ ...body, options: { include_thinking: true } })) },
  'tool-calls.suppressed': { 'always tells': rebody((body) => ({ ...body, options: { include_tool_calls: true } })) },
  'answer-delta.sequence': {
    'repeats a number': mockFetch(repeatedSequence({ of: correct(), as: 'number' })),
    'leaves one out': mockFetch(repeatedSequence({ of: correct(), as: 'gap' })),
    'counts from one': bentData('answer.delta', (data) => ({ ...data, sequence: Number(data['sequence']) + 1 })),
  },
  'answer-delta.whole': {
    'sends one twice': mockFetch(repeatedSequence({ of: correct() })),
    'strips tags': bentData('answer.delta', (data) => ({
      ...data,
      content: String(data['content']).replaceAll('<', ''),
    })),
  },
  'thinking.fields': {
    'names it text': bentData('thinking.delta', ({ content, ...rest }) => ({ ...rest, text: content })),
    'does not count': bentData('thinking.delta', (data) => ({ ...data, sequence: 0 })),
  },
  'tool-calls.started-fields': {
    'has no iteration': bentData('tool_call.started', (data) => without(data, 'iteration')),
  },
  'tool-calls.completed-fields': {
    'says done': bentData('tool_call.completed', (data) => ({ ...data, status: 'done' })),
  },
  'tool-calls.paired': {
    'gives another id': bentData('tool_call.completed', (data) => ({ ...data, tool_call_id: 'call_x' })),
  },
  'tool-calls.records': {
    'lists none': bentResult((result) => ({ ...result, tool_calls: undefined })),
    'always lists': bentResult((result) => ({ ...result, tool_calls: [] })),
  },
} satisfies Servers
