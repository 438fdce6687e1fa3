/** The description of a schema. */
export interface Described {
  /** The description of the schema itself. */
  of: string
  /** The description of each field. */
  fields: Record<string, string>
}

const ENVELOPE = {
  type: 'The type of the event.',
  request_id: 'The `request_id` of the request, or one that the service made. The same in every event of a stream.',
  timestamp: 'ISO 8601, UTC, with milliseconds.',
  data: 'The content of the event.',
}
const event = (of: string): Described => ({ of, fields: ENVELOPE })

const RECORD = { tool_call_id: 'The id of the call, which its two events share.', name: 'The name of the tool.' }
const NOTES = { metadata: 'The caller’s own notes, if the request had any.' }

const SOURCE = {
  title: 'Its title.',
  url: 'Where it is.',
  snippet: 'An excerpt of its text.',
  authors: 'Its authors; left out if unknown.',
  year: 'Its year of publication; left out if unknown.',
  doi: 'The DOI of a publication, such as 10.1000/182; left out if unknown. An extension of the specification.',
}

/** Descriptions of the schemas and their fields, for the reference and for generated clients. */
export const DESCRIPTIONS = {
  ResearchRequest: {
    of: 'A question, and how it is to be researched.',
    fields: {
      query: 'The question or topic; not only white space. Characters are Unicode code points.',
      reasoning_level: 'Sets the largest number of iterations, and the price. Default: `medium`.',
      options: 'Which optional events the stream includes.',
      request_id: 'The caller’s own correlation id, echoed in every event. It need not be unique.',
      metadata: 'The caller’s own notes, echoed in the last event.',
    },
  },
  ResearchOptions: {
    of: 'Which optional events the stream includes. Both default to false.',
    fields: {
      include_thinking: 'Send `research.thinking.delta` events.',
      include_tool_calls: 'Send the events of tool calls, and include their records in the result.',
    },
  },
  ResearchEvent: {
    of: 'One event of a stream, distinguished by `type`. Ignore types that you do not know.',
    fields: {},
  },
  AnswerDeltaEvent: event('A piece of the answer, with its cite tags.'),
  ThinkingDeltaEvent: event('A piece of the intermediate reasoning.'),
  ToolCallStartedEvent: event('A tool call has started.'),
  ToolCallCompletedEvent: event('A tool call has succeeded or failed.'),
  ResearchCompletedEvent: event('The result: the last event of research that succeeded.'),
  ResearchFailedEvent: event('Why the research failed: the last event of research that did not succeed.'),
  Delta: {
    of: 'A piece of text.',
    fields: { content: 'The text, to be appended to what came before.', sequence: '0, 1, 2 … for each type of event.' },
  },
  ToolCallStarted: {
    of: 'A tool call that has started.',
    fields: {
      ...RECORD,
      arguments: 'The arguments of the call.',
      iteration: 'The iteration that makes the call, counted from 1.',
    },
  },
  ToolCallRecord: {
    of: 'A completed tool call.',
    fields: {
      ...RECORD,
      status: 'Whether it succeeded.',
      duration_ms: 'How long it took, in milliseconds.',
      result: 'What it returned.',
      error: 'Why it failed, if it did.',
    },
  },
  ToolCallError: { of: 'Why a tool call failed.', fields: { message: 'The reason, for people.' } },
  ResearchResult: {
    of: 'A cited answer.',
    fields: {
      answer: 'The answer with tags of the form `<cite id="cite_1">…</cite>`.',
      answer_clean: 'The answer without tags. The offsets of citations refer to it.',
      citations: 'One entry for each cited claim, in order.',
      sources_summary: 'One entry for each source URL, the most cited first.',
      usage: 'What the research used.',
      tool_calls: 'The tool calls, in order, if the request asked for them.',
      ...NOTES,
    },
  },
  Citation: {
    of: 'A claim of the answer, and what supports it. Offsets are UTF-16 code units, the end exclusive.',
    fields: {
      id: 'The `id` of its cite tag.',
      cited_text: 'The claim as it stands in the answer.',
      start_offset: 'Where the claim begins in `answer_clean`.',
      end_offset: 'Where the claim ends in `answer_clean`.',
      verified: 'Whether the claim passed the service’s checks against its source.',
      supporting_quote: 'The words of the source that support the claim.',
      source_anchor: 'Where these words stand in the source.',
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
      polarity: 'Whether claim and source agree in what they deny, and the claim is no stronger than the source.',
    },
  },
  SourceAnchor: {
    of: 'A passage of a source. Offsets are UTF-16 code units of its extracted text, the end exclusive.',
    fields: {
      quote: 'The words of the passage.',
      source_start_offset: 'Where the passage begins.',
      source_end_offset: 'Where the passage ends.',
      score: '0 to 1: how closely the claim matches the passage.',
      page: 'The page of a PDF file on which the passage begins.',
    },
  },
  Source: {
    of: 'A source.',
    fields: {
      ...SOURCE,
      source_type: '`web`, `paper`, `book`, `news`, `document`, `dataset` or `other`; more may be added.',
    },
  },
  SummarySource: {
    of: 'A source as it appears in a summary.',
    fields: {
      ...SOURCE,
      source_type: 'What kind of source it is.',
    },
  },
  SourceSummary: {
    of: 'A source and its citations.',
    fields: {
      source: 'The source.',
      citation_ids: 'The ids of the citations that name it.',
      citation_count: 'The number of these citations.',
    },
  },
  Usage: {
    of: 'What the research used.',
    fields: {
      iterations: 'The number of iterations.',
      tool_calls: 'The number of tool calls.',
      sources_cited: 'The number of sources that the answer cites.',
      thinking_tokens: 'An estimate of the tokens spent on thinking.',
      answer_tokens: 'An estimate of the tokens of the answer.',
      total_tokens: 'An estimate of all tokens.',
      latency_ms: 'How long the research took, in milliseconds.',
      degraded: 'The steps that were done in a simpler way than configured, and why.',
      uncited_sentences:
        'If a model wrote the answer: the number of sentences that state something without a citation.',
      unread_files: 'The number of files of the corpus that could not be read, if there are any.',
    },
  },
  Degradation: {
    of: 'A step that was done in a simpler way than configured.',
    fields: { step: 'The step.', reason: 'Why it was degraded.' },
  },
  ResearchFailed: {
    of: 'Why the research failed.',
    fields: { error: 'The failure.', usage: 'What the research used until then.', ...NOTES },
  },
  Failure: {
    of: 'A failure after the stream started.',
    fields: {
      type: 'The kind of failure.',
      code: '`PROXY_ERROR`, `RESEARCH_FAILED`, `RESEARCH_TIMEOUT`, `SERVER_SHUTTING_DOWN` or `SERVER_RESTARTED`; more may be added.',
      message: 'The reason, for people.',
    },
  },
  RetrievedResearch: {
    of: 'The status of a request and its outcome.',
    fields: {
      request_id: 'The service’s own id, as in `X-Request-Id`.',
      client_request_id: 'The caller’s `request_id`, if it sent one.',
      status: 'Whether the request is running, or how it ended.',
      reasoning_level: 'The level of the request.',
      credits: 'The credits that it was charged.',
      created_at: 'When it was sent: ISO 8601, UTC, with milliseconds.',
      ended_at: 'When it ended: ISO 8601, UTC, with milliseconds. Left out while it is running.',
      result: 'The result of a completed request, for as long as the service keeps it.',
      error: 'The error of a failed request, for as long as the service keeps it.',
    },
  },
  Error: { of: 'The body of every HTTP error.', fields: { error: 'The error.' } },
  ErrorDetails: {
    of: 'Why a request was refused.',
    fields: {
      type: 'The kind of error.',
      code: 'The error, for programs.',
      message: 'What is wrong and how to fix it, for people.',
    },
  },
} as const satisfies Record<string, Described>
