/** The sections of the specification that a rule may come from; `decision` is what we decided where it is silent. */
export type RuleSource =
  | 'Request body'
  | 'Event envelope'
  | 'research.completed data'
  | 'Citation'
  | 'source_anchor'
  | 'source'
  | 'SourceSummary'
  | 'Usage'
  | 'Endpoints'
  | 'Authentication'
  | 'Events'
  | 'Errors'
  | 'Limits'
  | 'decision'

/** One rule that a deep-research service keeps. */
export interface Requirement {
  readonly id: string
  readonly rule: string
  readonly source: RuleSource
  /** The specification's own words, as its section has them. A decision has none. */
  readonly line?: string
}

/** Every rule that the suite knows, as data. Each has exactly one case, and each case one rule. */
export const REQUIREMENTS = [
  // The stream
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
    rule: 'Every data line holds one JSON object, but for the last.',
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
  { id: 'stream.buffering', source: 'decision', rule: 'A stream has X-Accel-Buffering: no.' },

  // The envelope
  {
    id: 'envelope.type',
    source: 'Event envelope',
    line: '| type | string | Event kind (see Events). |',
    rule: 'Every envelope has a type, a string.',
  },
  {
    id: 'envelope.request-id',
    source: 'Event envelope',
    line: 'The request_id of every event equals the client-provided ID, or the generated one.',
    rule: 'request_id is the same string on every event.',
  },
  {
    id: 'envelope.generated-id',
    source: 'Event envelope',
    line: 'When omitted, the service generates one whose value begins with req_.',
    rule: 'A generated request_id begins with req_.',
  },
  {
    id: 'envelope.timestamp',
    source: 'Event envelope',
    line: 'ISO 8601 UTC timestamp with millisecond precision.',
    rule: 'timestamp is ISO 8601, UTC, with milliseconds.',
  },
  {
    id: 'envelope.data',
    source: 'Event envelope',
    line: '| data | object | Payload that depends on type. |',
    rule: 'data is an object.',
  },
  { id: 'envelope.echo', source: 'decision', rule: 'request_id of the body is echoed on every event.' },

  // Events
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
  { id: 'tool-calls.started-fields', source: 'decision', rule: 'tool_call.started has the fields decided.' },
  { id: 'tool-calls.completed-fields', source: 'decision', rule: 'tool_call.completed has the fields decided.' },
  { id: 'tool-calls.paired', source: 'decision', rule: 'Every started call gets exactly one completed.' },
  {
    id: 'tool-calls.records',
    source: 'decision',
    rule: 'The result lists the completed calls where asked, only there.',
  },

  // The result
  {
    id: 'result.fields',
    source: 'research.completed data',
    line: 'answer, answer_clean, citations, sources_summary, usage (see Resources and their fields).',
    rule: 'The result has its five fields, of their types.',
  },
  {
    id: 'result.clean',
    source: 'research.completed data',
    line: 'The same answer with the cite tags removed.',
    rule: 'answer_clean is the answer without its cite tags.',
  },
  {
    id: 'result.tags',
    source: 'Citation',
    line: 'It matches the id attribute of a cite tag in answer.',
    rule: 'Tags in the answer and citations name the same ids.',
  },
  {
    id: 'citation.fields',
    source: 'Citation',
    line: '| citations | array of Citation | One entry per cited claim. |',
    rule: 'A citation has its fields, of their types.',
  },
  {
    id: 'citation.offsets',
    source: 'Citation',
    line: 'Citation offsets index into this string.',
    rule: 'Offsets index answer_clean and enclose cited_text.',
  },
  {
    id: 'anchor.fields',
    source: 'source_anchor',
    line: '| source_anchor | object | Source-sentence anchor (below). |',
    rule: 'source_anchor has its fields, of their types.',
  },
  {
    id: 'source.fields',
    source: 'source',
    line: '| source | object | Source record (below). |',
    rule: 'A source has title, url and snippet; what it has is of its type.',
  },
  { id: 'source.url', source: 'source', line: '| url | string (URL) |', rule: 'The url of a source is a URL.' },
  {
    id: 'summary.fields',
    source: 'SourceSummary',
    line: '| source | object | Holds at least title and url. |',
    rule: 'A summary has source, citation_ids and citation_count.',
  },
  {
    id: 'summary.unique',
    source: 'research.completed data',
    line: 'Sources deduplicated by URL, sorted by citation count.',
    rule: 'sources_summary has one entry per URL.',
  },
  {
    id: 'summary.order',
    source: 'research.completed data',
    line: 'Sources deduplicated by URL, sorted by citation count.',
    rule: 'sources_summary has the most cited source first.',
  },
  {
    id: 'summary.counts',
    source: 'SourceSummary',
    line: 'IDs of the citations that reference this source.',
    rule: 'Ids and count of a summary agree with the citations.',
  },
  { id: 'usage.fields', source: 'Usage', line: '| usage | object | See Usage. |', rule: 'usage has seven integers.' },
  {
    id: 'usage.ceiling',
    source: 'Limits',
    line: 'The iteration count is a ceiling.',
    rule: 'iterations stay within the ceiling of the level.',
  },
  { id: 'citation.utf16', source: 'decision', rule: 'Offsets count UTF-16 code units.' },
  { id: 'citation.ids', source: 'decision', rule: 'Citation ids are cite_1, cite_2 … by first appearance.' },
  { id: 'citation.flat', source: 'decision', rule: 'Cite tags never nest, overlap or stay open.' },
  { id: 'source.type', source: 'decision', rule: 'source_type is one of the seven decided.' },
  { id: 'usage.default-level', source: 'decision', rule: 'Without a level, the ceiling is that of medium.' },
  { id: 'metadata.echo', source: 'decision', rule: 'metadata is echoed in the result.' },
  { id: 'metadata.absent', source: 'decision', rule: 'Without metadata in the request there is none in the result.' },

  // Refusals by the specification
  {
    id: 'error.body',
    source: 'Errors',
    line: 'Failures before the stream starts return an HTTP error status and a JSON body of this shape:',
    rule: 'An HTTP error has a JSON body with error.type, error.code and error.message.',
  },
  {
    id: 'query.missing',
    source: 'Request body',
    line: 'Missing or empty gives MISSING_QUERY; longer than 10,000 gives QUERY_EXCEEDS_MAX_LENGTH.',
    rule: 'A missing query is 400 MISSING_QUERY.',
  },
  {
    id: 'query.empty',
    source: 'Request body',
    line: 'Missing or empty gives MISSING_QUERY; longer than 10,000 gives QUERY_EXCEEDS_MAX_LENGTH.',
    rule: 'An empty query is 400 MISSING_QUERY.',
  },
  {
    id: 'query.too-long',
    source: 'Limits',
    line: '| query length | 1 to 10,000 characters |',
    rule: '10,001 characters are 400 QUERY_EXCEEDS_MAX_LENGTH.',
  },
  {
    id: 'query.longest',
    source: 'Limits',
    line: '| query length | 1 to 10,000 characters |',
    rule: '10,000 characters are not too long.',
  },
  {
    id: 'level.invalid',
    source: 'Errors',
    line: '| 400 | INVALID_REASONING_LEVEL | reasoning_level is not low, medium or high. |',
    rule: 'Another reasoning_level is 400 INVALID_REASONING_LEVEL.',
  },
  {
    id: 'body.not-json',
    source: 'Errors',
    line: '| 400 | INVALID_REQUEST | The body is not valid JSON. |',
    rule: 'A body that is no JSON is 400 INVALID_REQUEST.',
  },
  {
    id: 'key.missing',
    source: 'Authentication',
    line: 'A missing, malformed or revoked credential gives HTTP 401 with code INVALID_API_KEY and error type authentication_error.',
    rule: 'No key is 401 INVALID_API_KEY, authentication_error.',
  },
  {
    id: 'key.malformed',
    source: 'Authentication',
    line: 'A missing, malformed or revoked credential gives HTTP 401 with code INVALID_API_KEY and error type authentication_error.',
    rule: 'A malformed key is 401 INVALID_API_KEY.',
  },
  {
    id: 'key.revoked',
    source: 'Authentication',
    line: 'A missing, malformed or revoked credential gives HTTP 401 with code INVALID_API_KEY and error type authentication_error.',
    rule: 'A revoked key is 401 INVALID_API_KEY.',
  },
  {
    id: 'key.message',
    source: 'Authentication',
    line: 'The 401 message text names both the X-API-Key header and an Authorization: Bearer <key> header as ways to pass a key.',
    rule: 'The 401 message names X-API-Key and Authorization: Bearer.',
  },
  {
    id: 'path.unknown',
    source: 'Endpoints',
    line: '| Unknown path | 404 NOT_FOUND. |',
    rule: 'An unknown path is 404 NOT_FOUND.',
  },
  {
    id: 'credits.insufficient',
    source: 'Limits',
    line: 'When the balance is too low, the response is 402 INSUFFICIENT_CREDITS with a Retry-After header.',
    rule: 'Too low a balance is 402 with Retry-After.',
  },
  {
    id: 'slots.exceeded',
    source: 'Limits',
    line: "When the tier's concurrent limit is exceeded, the response is 429 RATE_LIMIT_EXCEEDED with Retry-After in seconds.",
    rule: 'One request more than the tier holds is 429 with Retry-After in seconds.',
  },
  {
    id: 'backend.unreachable',
    source: 'Errors',
    line: '| 502 | PROXY_ERROR | The research backend was unreachable. |',
    rule: 'An unreachable backend is 502 PROXY_ERROR.',
  },

  // Refusals by decision
  { id: 'error.types', source: 'decision', rule: 'error.type belongs to the code.' },
  { id: 'error.exact', source: 'decision', rule: 'An error body has nothing beside the three fields.' },
  { id: 'error.status', source: 'decision', rule: 'Each code comes with its own status.' },
  { id: 'query.white-space', source: 'decision', rule: 'A query of white space is MISSING_QUERY.' },
  {
    id: 'query.type',
    source: 'decision',
    rule: 'A query that is no string is INVALID_REQUEST, and the message names it.',
  },
  { id: 'query.code-points', source: 'decision', rule: '10,000 emoji are not too long.' },
  { id: 'query.surrogate', source: 'decision', rule: 'A lone surrogate is INVALID_REQUEST.' },
  { id: 'options.type', source: 'decision', rule: 'options that are no object are INVALID_REQUEST.' },
  {
    id: 'options.flag',
    source: 'decision',
    rule: 'A flag that is no boolean is INVALID_REQUEST, and the message names it.',
  },
  { id: 'request-id.pattern', source: 'decision', rule: 'A request_id out of its pattern is INVALID_REQUEST.' },
  { id: 'metadata.limits', source: 'decision', rule: 'metadata out of its limits is INVALID_REQUEST.' },
  { id: 'body.unknown-fields', source: 'decision', rule: 'Unknown fields are ignored.' },
  { id: 'body.object', source: 'decision', rule: 'A body that is JSON but no object is INVALID_REQUEST.' },
  { id: 'body.content-type', source: 'decision', rule: 'Another Content-Type is INVALID_REQUEST.' },
  { id: 'body.utf8', source: 'decision', rule: 'Invalid UTF-8 is INVALID_REQUEST.' },
  { id: 'body.size', source: 'decision', rule: 'A body over 1 MiB is 400 INVALID_REQUEST.' },
  { id: 'order.path-first', source: 'decision', rule: 'An unknown path is 404 also without a key.' },
  { id: 'order.key-before-body', source: 'decision', rule: 'A bad key is 401 also with a bad body.' },
  { id: 'path.method', source: 'decision', rule: 'Another method is 404 NOT_FOUND.' },
  { id: 'path.version', source: 'decision', rule: 'Another version prefix is 404 NOT_FOUND.' },
  { id: 'key.bearer', source: 'decision', rule: 'Authorization: Bearer passes a key as well.' },
  { id: 'key.two', source: 'decision', rule: 'Two keys that differ are 401.' },
  { id: 'key.challenge', source: 'decision', rule: 'A 401 has WWW-Authenticate: Bearer.' },
  { id: 'response.id', source: 'decision', rule: 'Every response has a unique X-Request-Id of the form req_….' },

  // Resuming, cancelling, repeating
  {
    id: 'resume.rest',
    source: 'decision',
    rule: 'A resumed stream goes on behind the envelopes that arrived, and completes.',
  },
  { id: 'resume.unknown', source: 'decision', rule: 'Resuming what is not known is 404 NOT_FOUND.' },
  { id: 'resume.foreign', source: 'decision', rule: "Resuming another account's request is 404 NOT_FOUND." },
  { id: 'cancel.known', source: 'decision', rule: 'DELETE of an own request is 204, also when it has ended.' },
  { id: 'cancel.unknown', source: 'decision', rule: 'DELETE of what is not known is 404 NOT_FOUND.' },
  { id: 'cancel.foreign', source: 'decision', rule: "DELETE of another account's request is 404 NOT_FOUND." },
  {
    id: 'idempotency.same',
    source: 'decision',
    rule: 'The same Idempotency-Key and body join the same request, from its first event.',
  },
  {
    id: 'idempotency.other',
    source: 'decision',
    rule: 'The same Idempotency-Key with another body is INVALID_REQUEST.',
  },
] as const satisfies readonly Requirement[]

export type RequirementId = (typeof REQUIREMENTS)[number]['id']
