/**
 * The wire contract: types, tables of constants, and zod schemas. Server, engine and mock import it from here and
 * define none of it again.
 *
 * @module @deep-research/sdk/contract
 */

export { apiKeyChecksum, isWellFormedApiKey } from './api-key.ts'
export type * from './events.ts'
export {
  BODY_TOO_LARGE,
  checkBodyHeaders,
  type RequestRefusal,
  readCredential,
  readRequest,
} from './read-request.ts'
export {
  citationSchema,
  citationVerificationSchema,
  deltaSchema,
  errorBodySchema,
  metadataSchema,
  querySchema,
  reasoningLevelSchema,
  researchEventSchema,
  researchFailedSchema,
  researchOptionsSchema,
  researchRequestSchema,
  researchResultSchema,
  retrievedResearchSchema,
  sourceAnchorSchema,
  sourceSchema,
  sourceSummarySchema,
  toolCallRecordSchema,
  toolCallStartedSchema,
  usageSchema,
} from './schemas.ts'
export {
  API_KEY,
  DEFAULT_REASONING_LEVEL,
  ENVIRONMENT,
  ERRORS,
  EVENT_TYPES,
  FAILURES,
  HEADERS,
  LIMITS,
  MONTHLY_FREE_CREDITS,
  REASONING_LEVELS,
  REQUEST_ID_PATTERN,
  REQUEST_ID_PREFIX,
  RESEARCH_PATH,
  RESEARCH_STATUSES,
  SOURCE_TYPES,
  STREAM_HEADERS,
  STREAM_TERMINATOR,
  TIERS,
} from './tables.ts'
export type * from './types.ts'
