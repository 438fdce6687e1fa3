import { hash } from 'node:crypto'
import type { ParsedRequest } from './parse-request.ts'

/** Equal for requests that ask for the same, however their JSON was written. */
export function hashRequest(request: ParsedRequest): string {
  const { query, level, includeThinking, includeToolCalls, requestId = null, metadata } = request
  const notes = metadata ? Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)) : null
  return hash('sha256', JSON.stringify([query, level, includeThinking, includeToolCalls, requestId, notes]), 'hex')
}
