import { DEFAULT_REASONING_LEVEL, type ReasoningLevel, readRequest } from '@deep-research/sdk/contract'
import type { ApiError } from './api-error.ts'

/** A valid request with its defaults filled in. */
export interface ParsedRequest {
  query: string
  level: ReasoningLevel
  includeThinking: boolean
  includeToolCalls: boolean
  /** The caller's own correlation id, if it gave one. */
  requestId: string | undefined
  metadata: Record<string, string> | undefined
}

/** Parses and checks a body; returns a valid request, or a refusal that names the first mistake. */
export function parseRequest(bytes: Uint8Array): { request: ParsedRequest } | { error: ApiError } {
  const read = readRequest(bytes)
  if ('refusal' in read) return { error: read.refusal }
  const { query, reasoning_level, options, request_id, metadata } = read.request
  return {
    request: {
      query,
      level: reasoning_level ?? DEFAULT_REASONING_LEVEL,
      includeThinking: options?.include_thinking ?? false,
      includeToolCalls: options?.include_tool_calls ?? false,
      requestId: request_id,
      metadata,
    },
  }
}
