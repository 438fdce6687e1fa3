import { ERRORS, type ErrorCode } from '@deep-research/sdk/contract'
import { type Exchange, errorOf, headOf } from '../exchange.ts'

/** Checks that a response is this error and that its message names what it should. */
export function isError(seen: Exchange, code: ErrorCode, names: RegExp = /(?:)/): string | undefined {
  const { status } = ERRORS[code]
  const error = errorOf(seen)
  const right = seen.status === status && error.code === code && names.test(String(error.message))
  return right
    ? undefined
    : `${status} ${code} was due${names.source === '(?:)' ? '' : ` with ${names}`}: ${headOf(seen)}`
}
