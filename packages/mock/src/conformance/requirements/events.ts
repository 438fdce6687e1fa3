import type { Requirement } from './requirement.ts'

/** What an event of each type contains, and when it is sent. */
export const EVENTS = [
  {
    id: 'answer-delta.fields',
    source: 'Events',
    line: 'content (string, a fragment of the answer) and sequence (integer).',
    rule: 'An answer delta has content (string) and sequence (integer).',
  },
  {
    id: 'thinking.asked',
    source: 'Request body',
    line: 'When true, research.thinking.delta events carrying intermediate reasoning are emitted.',
    rule: 'include_thinking gives research.thinking.delta events.',
  },
  {
    id: 'thinking.suppressed',
    source: 'Events',
    line: '| research.thinking.delta | Only when options.include_thinking is true.',
    rule: 'Without include_thinking there are no thinking events.',
  },
  {
    id: 'tool-calls.asked',
    source: 'Request body',
    line: 'When true, research.tool_call.started and research.tool_call.completed events are emitted and tool-call records are included.',
    rule: 'include_tool_calls gives started and completed events.',
  },
  {
    id: 'tool-calls.suppressed',
    source: 'Events',
    line: '| research.tool_call.started | Only when options.include_tool_calls is true. |',
    rule: 'Without include_tool_calls there are no tool-call events.',
  },
  { id: 'answer-delta.sequence', source: 'decision', rule: 'sequence counts 0, 1, 2 … in answer deltas.' },
  { id: 'answer-delta.whole', source: 'decision', rule: 'Answer deltas put together are the answer, tags included.' },
  {
    id: 'thinking.fields',
    source: 'decision',
    rule: 'A thinking delta has content, and sequence from 0 without gaps.',
  },
  { id: 'tool-calls.started-fields', source: 'decision', rule: 'tool_call.started has its decided fields.' },
  { id: 'tool-calls.completed-fields', source: 'decision', rule: 'tool_call.completed has its decided fields.' },
  { id: 'tool-calls.paired', source: 'decision', rule: 'Every started call gets exactly one completed.' },
  {
    id: 'tool-calls.records',
    source: 'decision',
    rule: 'The result lists the completed calls only if the request asked for them.',
  },
] as const satisfies readonly Requirement[]
