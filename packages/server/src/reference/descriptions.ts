/** What a schema means. */
export interface Described {
  /** What the schema is. */
  of: string
  /** What each of its fields is. */
  fields: Record<string, string>
}

const ENVELOPE = {
  type: 'Tells the events apart.',
  request_id: 'The `request_id` of the request, or one that the service made. The same on every event of a stream.',
  timestamp: 'ISO 8601, UTC, with milliseconds.',
  data: 'What the event tells.',
}
const event = (of: string): Described => ({ of, fields: ENVELOPE })

const RECORD = { tool_call_id: 'Joins the call’s two events.', name: 'The tool.' }
const NOTES = { metadata: 'The caller’s own notes, where the request carried them.' }

/** What the schemas and their fields mean, for the reference and for the clients that are generated from it. */
export const DESCRIPTIONS = {
  ResearchRequest: {
    of: 'A question, and how it is to be researched.',
    fields: {
      query: 'The question or topic: not white space alone. Characters are Unicode code points.',
      reasoning_level: 'The ceiling of iterations, and the price. `medium` where it is left out.',
      options: 'Which optional events the stream carries.',
      request_id: 'The caller’s own name for its work, echoed on every event. It need not be unique.',
      metadata: 'The caller’s own notes, echoed on the last event.',
    },
  },
  ResearchOptions: {
    of: 'Which optional events the stream carries. Both are false where they are left out.',
    fields: {
      include_thinking: 'Send `research.thinking.delta` events.',
      include_tool_calls: 'Send the events of tool calls, and their records with the result.',
    },
  },
  ResearchEvent: { of: 'One event of a stream; `type` tells which. Ignore types that you do not know.', fields: {} },
  AnswerDeltaEvent: event('A piece of the answer, with its cite tags.'),
  ThinkingDeltaEvent: event('A piece of the intermediate reasoning.'),
  ToolCallStartedEvent: event('A tool is called.'),
  ToolCallCompletedEvent: event('A tool has answered, or failed.'),
  ResearchCompletedEvent: event('The result. The last event of a research that succeeded.'),
  ResearchFailedEvent: event('Why the research failed. The last event of one that did.'),
  Delta: {
    of: 'A piece of text.',
    fields: { content: 'The text, to be joined to what came before.', sequence: '0, 1, 2 … per type of event.' },
  },
  ToolCallStarted: {
    of: 'A tool call that begins.',
    fields: { ...RECORD, arguments: 'What it is called with.', iteration: 'The iteration that calls it, from 1.' },
  },
  ToolCallRecord: {
    of: 'A tool call that is over.',
    fields: {
      ...RECORD,
      status: 'Whether it succeeded.',
      duration_ms: 'Milliseconds.',
      result: 'What it answered.',
      error: 'Why it failed, where it did.',
    },
  },
  ToolCallError: { of: 'Why a tool call failed.', fields: { message: 'For people.' } },
  ResearchResult: {
    of: 'A cited answer.',
    fields: {
      answer: 'The answer with tags of the form `<cite id="cite_1">…</cite>`.',
      answer_clean: 'The answer without its tags. Offsets of citations count in it.',
      citations: 'One entry per cited claim, in order.',
      sources_summary: 'The sources by URL, the most cited first.',
      usage: 'What the research took.',
      tool_calls: 'The tool calls, in order. Only where the request asked for them.',
      ...NOTES,
    },
  },
  Citation: {
    of: 'A claim of the answer, and what supports it. Offsets are UTF-16 code units, the end exclusive.',
    fields: {
      id: 'The `id` of its cite tag.',
      cited_text: 'The claim, as the answer has it.',
      start_offset: 'Where it begins in `answer_clean`.',
      end_offset: 'Where it ends in `answer_clean`.',
      verified: 'Whether it passed the service’s checks against its source.',
      supporting_quote: 'The words of the source that support it.',
      source_anchor: 'Where these words stand.',
      source: 'The source.',
      verification: 'How it was checked.',
    },
  },
  CitationVerification: {
    of: 'How a citation was checked.',
    fields: { method: '`verbatim`, `lexical` or `judge`.', checks: 'What each check found.' },
  },
  CitationChecks: {
    of: 'What each check of a citation found.',
    fields: {
      coverage: '0 to 1: the share of the claim’s meaningful words found at its anchor.',
      numbers: 'Whether all of its numbers were found.',
      entities: 'Whether all of its names were found.',
      polarity: 'Whether nothing is denied on one side only, nor claimed more strongly than in the source.',
    },
  },
  SourceAnchor: {
    of: 'Where a source is quoted. Offsets are UTF-16 code units of its extracted text, the end exclusive.',
    fields: {
      quote: 'The words.',
      source_start_offset: 'Where they begin.',
      source_end_offset: 'Where they end.',
      score: '0 to 1: how closely the claim repeats them.',
    },
  },
  Source: {
    of: 'A source.',
    fields: {
      title: 'Its title.',
      url: 'Where it is.',
      snippet: 'A piece of its text.',
      authors: 'Left out where they are not known.',
      year: 'Left out where it is not known.',
      source_type: '`web`, `paper`, `book`, `news`, `document`, `dataset` or `other`; more may be added.',
    },
  },
  SummarySource: {
    of: 'A source, as far as a summary names it.',
    fields: {
      title: 'Its title.',
      url: 'Where it is.',
      snippet: 'A piece of its text.',
      authors: 'Left out where they are not known.',
      year: 'Left out where it is not known.',
      source_type: 'What kind of source it is.',
    },
  },
  SourceSummary: {
    of: 'A source, and what cites it.',
    fields: {
      source: 'The source.',
      citation_ids: 'The citations that name it.',
      citation_count: 'How many they are.',
    },
  },
  Usage: {
    of: 'What a research took.',
    fields: {
      iterations: 'Iterations.',
      tool_calls: 'Tool calls.',
      sources_cited: 'Sources that the answer cites.',
      thinking_tokens: 'Estimate.',
      answer_tokens: 'Estimate.',
      total_tokens: 'Estimate.',
      latency_ms: 'Milliseconds.',
      degraded: 'What was done in a simpler way than was asked for, and why.',
      uncited_sentences: 'Sentences that state something and cite nothing, where a model wrote the answer.',
    },
  },
  Degradation: {
    of: 'Something that was done in a simpler way than was asked for.',
    fields: { step: 'What.', reason: 'Why.' },
  },
  ResearchFailed: {
    of: 'Why a research failed.',
    fields: { error: 'The failure.', usage: 'What it took until then.', ...NOTES },
  },
  Failure: {
    of: 'A failure after a stream had started.',
    fields: {
      type: 'The kind of failure.',
      code: '`PROXY_ERROR`, `RESEARCH_FAILED`, `RESEARCH_TIMEOUT`, `SERVER_SHUTTING_DOWN` or `SERVER_RESTARTED`; more may be added.',
      message: 'For people.',
    },
  },
  RetrievedResearch: {
    of: 'How a request stands, and what came of it.',
    fields: {
      request_id: 'The service’s own id, that of `X-Request-Id`.',
      client_request_id: 'The caller’s `request_id`, where it gave one.',
      status: 'Whether it runs, or how it ended.',
      reasoning_level: 'The level it was asked at.',
      credits: 'What it was charged.',
      created_at: 'ISO 8601, UTC, with milliseconds.',
      ended_at: 'ISO 8601, UTC, with milliseconds. Left out while it runs.',
      result: 'Of a completed request, as long as the service keeps it.',
      error: 'Of a failed request, as long as the service keeps it.',
    },
  },
  Error: { of: 'The body of every HTTP error.', fields: { error: 'The error.' } },
  ErrorDetails: {
    of: 'Why a request was refused.',
    fields: { type: 'The kind of error.', code: 'What it is, for programs.', message: 'What it is, for people.' },
  },
} as const satisfies Record<string, Described>
