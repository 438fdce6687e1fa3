import { type ErrorCode, type FailureCode, HEADERS } from '@deep-research/sdk/contract'
import type { FastifyReply } from 'fastify'
import { type ApiError, errorResponse, invalidApiKey } from '#protocol/api-error.ts'
import type { Refusals } from '../check-credential.ts'
import { MODEL_NAMES } from './models.ts'

/** A refusal that names the parameter which is wrong. */
export interface ParameterError extends ApiError {
  param?: string
}

/** An error as clients of OpenAI read it. */
interface ErrorBody {
  error: { message: string; type: string; param: string | null; code: string }
}

/** What OpenAI calls the errors of this service; clients tell a spent balance and a full queue apart by the code. */
const NAMES: Record<ErrorCode, { type: string; code: string }> = {
  MISSING_QUERY: { type: 'invalid_request_error', code: 'missing_query' },
  QUERY_EXCEEDS_MAX_LENGTH: { type: 'invalid_request_error', code: 'string_above_max_length' },
  INVALID_REASONING_LEVEL: { type: 'invalid_request_error', code: 'invalid_value' },
  INVALID_REQUEST: { type: 'invalid_request_error', code: 'invalid_value' },
  INVALID_API_KEY: { type: 'invalid_request_error', code: 'invalid_api_key' },
  INSUFFICIENT_CREDITS: { type: 'insufficient_quota', code: 'insufficient_quota' },
  NOT_FOUND: { type: 'invalid_request_error', code: 'not_found' },
  RATE_LIMIT_EXCEEDED: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  PROXY_ERROR: { type: 'server_error', code: 'server_error' },
}

const MODEL_NOT_FOUND = 'model_not_found'

/** The refusal of a model that does not exist. */
export const noSuchModel: ParameterError = {
  code: 'NOT_FOUND',
  param: 'model',
  message: `There is no such model. The models are ${MODEL_NAMES}.`,
}

/** The refusal of a path that this protocol does not have here. */
export const noSuchPath: ApiError = {
  code: 'NOT_FOUND',
  message: 'Not found. There are POST chat/completions, POST responses, GET models and GET models/<model>.',
}

/** The refusal of every path of this protocol where it is not open. */
export const notOpened: ApiError = {
  code: 'NOT_FOUND',
  message:
    'Clients of OpenAI are not let in here. The operator of this service lets them in with OPENAI_CLIENTS=on. To start research without, send POST /v1/research.',
}

/** The same statuses and headers as everywhere, with a body that clients of OpenAI read. */
function refuse(reply: FastifyReply, error: ParameterError): FastifyReply {
  const { status, headers } = errorResponse(error)
  return reply.code(status).headers(headers).send(bodyOf(error))
}

function bodyOf({ code, message, param }: ParameterError): ErrorBody {
  const named = NAMES[code]
  return {
    error: {
      message,
      type: named.type,
      param: param ?? null,
      code: code === 'NOT_FOUND' && param === 'model' ? MODEL_NOT_FOUND : named.code,
    },
  }
}

export const OPENAI_REFUSALS = {
  refuse,
  refuseCredential(reply: FastifyReply, hangUp: boolean): void {
    if (hangUp) reply.header('connection', 'close')
    refuse(reply, invalidApiKey)
  },
} satisfies Refusals

/** Research that failed, as a response. */
export interface Failure {
  status: number
  headers: Record<string, string>
  body: ErrorBody
}

const STATUSES: Record<FailureCode, number> = {
  PROXY_ERROR: 502,
  RESEARCH_FAILED: 500,
  RESEARCH_TIMEOUT: 504,
  SERVER_SHUTTING_DOWN: 503,
  SERVER_RESTARTED: 503,
}

/** Seconds after which a restarted service probably answers. */
const RETRY_SOON = '5'

/** The error of research that began and failed. */
export function failureOf({ code, message }: { code: string; message: string }): Failure {
  const status = STATUSES[code as FailureCode] ?? 500
  const isPassing = status === 503
  return {
    status,
    headers: {
      [HEADERS.contentType]: 'application/json; charset=utf-8',
      // OpenAI's clients send a request again by themselves after a 5xx. Research that failed would be begun anew.
      ...(isPassing ? { [HEADERS.retryAfter]: RETRY_SOON } : { 'x-should-retry': 'false' }),
    },
    body: { error: { message, type: 'server_error', param: null, code: code.toLowerCase() } },
  }
}
