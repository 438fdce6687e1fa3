import * as z from 'zod'
import { ERRORS, LIMITS, REASONING_LEVELS, REQUEST_ID_PATTERN, RESEARCH_STATUSES } from './tables.ts'
import type { ErrorCode, ErrorType, ReasoningLevel } from './types.ts'

const levels = Object.keys(REASONING_LEVELS) as [ReasoningLevel, ...ReasoningLevel[]]
const errorCodes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]
const errorTypes = [...new Set(Object.values(ERRORS).map(({ type }) => type))] as [ErrorType, ...ErrorType[]]

const count = z.int().min(0)

/** Counts Unicode code points in a loop, because spreading a huge string would copy it. */
function codePoints(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** A character that some databases cannot store, so that no service takes it. */
const NUL = '\u0000'

/**
 * `query` with the limits of the specification: 1 to 10,000 code points, not only white space, no lone surrogate, no
 * U+0000.
 */
export const querySchema = z
  .string()
  .refine((text) => text.trim() !== '', { error: 'query must not be empty', params: { code: 'MISSING_QUERY' } })
  .refine((text) => codePoints(text) <= LIMITS.queryCodePoints, {
    error: `query must be at most ${LIMITS.queryCodePoints} characters`,
    params: { code: 'QUERY_EXCEEDS_MAX_LENGTH' },
  })
  .refine((text) => text.isWellFormed(), { error: 'query must be well-formed Unicode (it holds a lone surrogate)' })
  .refine((text) => !text.includes(NUL), { error: 'query must not contain U+0000', params: { character: NUL } })

/** Accepts the name of a reasoning level. */
export const reasoningLevelSchema = z.enum(levels)

/** Accepts the `options` of a request. */
export const researchOptionsSchema = z.object({
  include_thinking: z.boolean().optional(),
  include_tool_calls: z.boolean().optional(),
})

/** Accepts the metadata of a request, within the limits of the specification. */
export const metadataSchema = z
  .record(z.string().min(1).max(LIMITS.metadataKeyLength), z.string().max(LIMITS.metadataValueLength))
  .refine((map) => Object.keys(map).length <= LIMITS.metadataKeys, {
    error: `metadata must have at most ${LIMITS.metadataKeys} keys`,
  })
  .refine(
    (map) =>
      !Object.entries(map)
        .flat()
        .some((text) => text.includes(NUL)),
    {
      error: 'metadata must not contain U+0000',
    },
  )

/** What a server accepts: unknown fields are ignored, every known field is checked. */
export const researchRequestSchema = z.object({
  query: querySchema,
  reasoning_level: reasoningLevelSchema.optional(),
  options: researchOptionsSchema.optional(),
  request_id: z
    .string()
    .regex(REQUEST_ID_PATTERN, { error: 'request_id must be 1 to 128 characters of A-Z a-z 0-9 . _ : -' })
    .optional(),
  metadata: metadataSchema.optional(),
})

/** Accepts the data of an event that brings text. */
export const deltaSchema = z.looseObject({ content: z.string(), sequence: count })

/** Accepts the data of `research.tool_call.started`. */
export const toolCallStartedSchema = z.looseObject({
  tool_call_id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  iteration: z.int().min(1),
})

/** Accepts a tool call that has ended. */
export const toolCallRecordSchema = z.looseObject({
  tool_call_id: z.string(),
  name: z.string(),
  status: z.enum(['ok', 'error']),
  duration_ms: count,
  result: z.record(z.string(), z.unknown()),
  error: z.looseObject({ message: z.string() }).optional(),
})

/** Accepts the place of a citation in its source. */
export const sourceAnchorSchema = z.looseObject({
  quote: z.string(),
  source_start_offset: count,
  source_end_offset: count,
  score: z.number(),
  page: count.optional(),
})

/** Accepts a source. */
export const sourceSchema = z.looseObject({
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
  authors: z.array(z.string()).optional(),
  year: z.int().optional(),
  source_type: z.string(),
  doi: z.string().optional(),
})

/** Accepts how a citation was verified. */
export const citationVerificationSchema = z.looseObject({
  method: z.string(),
  checks: z.looseObject({
    coverage: z.number(),
    numbers: z.boolean(),
    entities: z.boolean(),
    polarity: z.boolean(),
  }),
})

/** Accepts a citation. */
export const citationSchema = z.looseObject({
  id: z.string(),
  cited_text: z.string(),
  start_offset: count,
  end_offset: count,
  verified: z.boolean(),
  supporting_quote: z.string(),
  source_anchor: sourceAnchorSchema,
  source: sourceSchema,
  verification: citationVerificationSchema.optional(),
})

/** Accepts a source with the citations that name it. */
export const sourceSummarySchema = z.looseObject({
  source: sourceSchema.partial({ snippet: true, source_type: true }),
  citation_ids: z.array(z.string()),
  citation_count: count,
})

/** Accepts what a research has used. */
export const usageSchema = z.looseObject({
  iterations: count,
  tool_calls: count,
  sources_cited: count,
  thinking_tokens: count,
  answer_tokens: count,
  total_tokens: count,
  latency_ms: count,
  degraded: z.array(z.looseObject({ step: z.string(), reason: z.string() })).optional(),
  uncited_sentences: count.optional(),
  unread_files: count.optional(),
})

/** Accepts the data of `research.completed`. */
export const researchResultSchema = z.looseObject({
  answer: z.string(),
  answer_clean: z.string(),
  citations: z.array(citationSchema),
  sources_summary: z.array(sourceSummarySchema),
  usage: usageSchema,
  tool_calls: z.array(toolCallRecordSchema).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
})

const failureSchema = z.looseObject({ type: z.string(), code: z.string(), message: z.string() })

/** Accepts the data of `research.failed`. */
export const researchFailedSchema = z.looseObject({
  error: failureSchema,
  usage: usageSchema.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
})

const timestamp = z.iso.datetime({ precision: 3 })

/** The response to `GET /v1/research/<request id>`. */
export const retrievedResearchSchema = z.looseObject({
  request_id: z.string().min(1),
  client_request_id: z.string().optional(),
  status: z.enum(RESEARCH_STATUSES),
  reasoning_level: reasoningLevelSchema,
  credits: count,
  created_at: timestamp,
  ended_at: timestamp.optional(),
  result: researchResultSchema.optional(),
  error: failureSchema.optional(),
})

function envelope<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z.looseObject({
    type: z.literal(type),
    request_id: z.string().min(1),
    timestamp,
    data,
  })
}

/** The six events of the specification. */
export const researchEventSchema = z.discriminatedUnion('type', [
  envelope('research.answer.delta', deltaSchema),
  envelope('research.thinking.delta', deltaSchema),
  envelope('research.tool_call.started', toolCallStartedSchema),
  envelope('research.tool_call.completed', toolCallRecordSchema),
  envelope('research.completed', researchResultSchema),
  envelope('research.failed', researchFailedSchema),
])

/** The body of every HTTP error, without further fields. */
export const errorBodySchema = z.strictObject({
  error: z.strictObject({ type: z.enum(errorTypes), code: z.enum(errorCodes), message: z.string().min(1) }),
})
