import { hash } from 'node:crypto'
import type { ParsedRequest } from './parse-request.ts'

/** A hash that is equal for requests with the same content, however their JSON is written. */
export function hashRequest(request: ParsedRequest): string {
  const { query, level, includeThinking, includeToolCalls, requestId = null, metadata } = request
  const notes = metadata ? Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)) : null
  return hash('sha256', JSON.stringify([query, level, includeThinking, includeToolCalls, requestId, notes]), 'hex')
}
