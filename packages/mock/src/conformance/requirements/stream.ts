import type { Requirement } from './requirement.ts'

/** How a request is answered with a stream. */
export const STREAM = [
  {
    id: 'stream.status',
    source: 'Endpoints',
    line: '| Success response | HTTP stream with Content-Type: text/event-stream. |',
    rule: 'A valid request is answered with a stream, status 200.',
  },
  {
    id: 'stream.content-type',
    source: 'Endpoints',
    line: 'It always answers with an SSE stream (Content-Type: text/event-stream).',
    rule: 'A stream has the Content-Type text/event-stream.',
  },
  {
    id: 'stream.json-lines',
    source: 'Endpoints',
    line: 'Each event is one JSON envelope on a line that starts with data:.',
    rule: 'Every data line but the last has one JSON object.',
  },
  {
    id: 'stream.completed-last',
    source: 'Endpoints',
    line: 'Zero or more delta and tool-call events, then research.completed as the final data event, then [DONE].',
    rule: 'research.completed comes once, as the final data event.',
  },
  {
    id: 'stream.done',
    source: 'Endpoints',
    line: 'The stream ends with the literal line data: [DONE].',
    rule: 'A completed stream ends with the literal line data: [DONE].',
  },
  {
    id: 'stream.failed-last',
    source: 'Events',
    line: 'it ends with a research.completed event followed by the terminator line, or with a research.failed event.',
    rule: 'A stream that fails ends with research.failed.',
  },
  {
    id: 'stream.levels',
    source: 'Request body',
    line: 'One of low, medium, high.',
    rule: 'reasoning_level may be low, medium, high, or left out.',
  },
  { id: 'stream.cache-control', source: 'decision', rule: 'A stream has Cache-Control: no-cache, no-transform.' },
  {
    id: 'stream.live',
    source: 'decision',
    rule: 'Events are sent as they are made: a body does not arrive all at once.',
  },
  { id: 'stream.buffering', source: 'decision', rule: 'A stream has X-Accel-Buffering: no.' },
] as const satisfies readonly Requirement[]
