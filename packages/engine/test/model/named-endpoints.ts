import type { Endpoint, Received } from './scripted-endpoint.ts'

/** A known kind of endpoint, as strict as the real one about the form of a request, and as it answers. */
export interface NamedEndpoint {
  kind: 'openai-compatible' | 'anthropic'
  model: string
  /** What stands behind the address of the server. Default: nothing. */
  path?: string
  effort: 'none' | 'low' | 'high'
  answers: Endpoint
  /** Requests that are refused before both kinds of calls go through. */
  refused: number
}

type Refusal = { status: number; body: object } | undefined

/** What an endpoint that knows no such field says of one. */
const bad = (message: string, more: object = {}, status = 400): Refusal => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code: null, ...more } },
})

const messagesOf = ({ body }: Received) => JSON.stringify(body['messages'] ?? '')
const formatOf = ({ body }: Received) => (body['response_format'] as { type?: string } | undefined)?.type
const THOUGHT = 'First I look at what is asked. '.repeat(20)

/** Checks a request, and answers as `told` says. */
function strict(
  check: (received: Received) => Refusal,
  told: Parameters<Parameters<Endpoint>[1]['say']>[1] = {},
): Endpoint {
  return (received, { say, send }) => {
    const refusal = check(received)
    return refusal ? send(refusal.status, refusal.body) : say(received.sound, told)
  }
}

const bearer = ({ headers }: Received, key = 'sk-test') =>
  headers.authorization === `Bearer ${key}`
    ? undefined
    : bad('Incorrect API key provided.', { code: 'invalid_api_key' }, 401)

export const NAMED_ENDPOINTS: Readonly<Record<string, NamedEndpoint>> = {
  'OpenAI, chat completions': {
    ...{ kind: 'openai-compatible', model: 'gpt-5-mini', effort: 'low', refused: 1 },
    answers: strict((received) => {
      const { body } = received
      if (body['max_tokens'] !== undefined)
        return bad(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          { param: 'max_tokens', code: 'unsupported_parameter' },
        )
      if (body['temperature'] !== undefined)
        return bad("Unsupported value: 'temperature' does not support 0 with this model.")
      if (body['reasoning_effort'] !== 'low') return bad("Invalid value: 'reasoning_effort'.")
      const format = body['response_format'] as { json_schema?: { strict: boolean; schema: object } } | undefined
      const isStrict =
        format === undefined ||
        /"additionalProperties":false.*"required"|"required".*"additionalProperties":false/.test(JSON.stringify(format))
      return isStrict ? bearer(received) : bad("Invalid schema for response_format 'reply'")
    }),
  },
  'OpenAI, a model of the Responses API alone': {
    ...{ kind: 'openai-compatible', model: 'gpt-5-pro', effort: 'high', refused: 1 },
    answers: strict((received) => {
      const { body, path } = received
      if (!path.endsWith('/responses'))
        return bad(
          'This model is only supported in v1/responses and not in v1/chat/completions.',
          { param: 'model' },
          404,
        )
      const known = ['model', 'instructions', 'input', 'max_output_tokens', 'store', 'stream', 'text', 'reasoning']
      const unknown = Object.keys(body).find((name) => !known.includes(name))
      return unknown === undefined ? bearer(received) : bad(`Unknown parameter: '${unknown}'.`)
    }),
  },
  'OpenAI, a model without a system role': {
    ...{ kind: 'openai-compatible', model: 'o1-mini', effort: 'low', refused: 4 },
    answers: strict((received) => {
      const { body } = received
      if (body['max_tokens'] !== undefined) return bad("Use 'max_completion_tokens' instead.", { param: 'max_tokens' })
      if (messagesOf(received).includes('"role":"system"'))
        return bad("Unsupported value: 'messages[0].role' does not support 'system' with this model.", {
          param: 'messages[0].role',
        })
      if (body['reasoning_effort'] !== undefined) return bad('Unrecognized request argument supplied: reasoning_effort')
      return formatOf(received) === 'json_schema'
        ? bad("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.", {
            param: 'response_format',
          })
        : bearer(received)
    }),
  },
  'Azure OpenAI': {
    ...{ kind: 'openai-compatible', model: 'my-deployment', effort: 'low', refused: 1 },
    path: '/openai/deployments/my-deployment?api-version=2024-10-21',
    answers: strict(
      (received) => {
        const { headers, query, path, body } = received
        if (headers['api-key'] !== 'sk-test' || headers.authorization !== undefined)
          return bad('Access denied', {}, 401)
        if (query !== '?api-version=2024-10-21' || !path.endsWith('/my-deployment/chat/completions'))
          return bad('Resource not found', {}, 404)
        return body['max_tokens'] === undefined ? undefined : bad("Use 'max_completion_tokens' instead.")
      },
      { before: [{ choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] }] },
    ),
  },
  Anthropic: {
    ...{ kind: 'anthropic', model: 'claude-sonnet', effort: 'low', refused: 0 },
    answers: strict(
      ({ headers, body }) => {
        if (headers['x-api-key'] !== 'sk-test' || headers['anthropic-version'] === undefined)
          return bad('invalid x-api-key', {}, 401)
        const known = ['model', 'max_tokens', 'system', 'messages', 'stream', 'thinking', 'output_config']
        const unknown = Object.keys(body).find((name) => !known.includes(name))
        return unknown === undefined ? undefined : bad(`${unknown}: Extra inputs are not permitted`)
      },
      { thought: THOUGHT },
    ),
  },
  'Anthropic, an older model': {
    ...{ kind: 'anthropic', model: 'claude-haiku', effort: 'low', refused: 3 },
    answers: strict(({ body }) => {
      const config = (body['output_config'] ?? {}) as { effort?: string; format?: object }
      if (body['thinking'] !== undefined) return bad('adaptive thinking is not supported on this model')
      if (config.effort) return bad('This model does not support the effort parameter.')
      if (config.format) return bad('output_config.format: Extra inputs are not permitted')
      return Number(body['max_tokens']) > 1_024
        ? bad('max_tokens: 2000 > 1024, which is the maximum allowed number of output tokens for this model')
        : undefined
    }),
  },
  Gemini: {
    ...{ kind: 'openai-compatible', model: 'gemini-flash', effort: 'none', refused: 1 },
    path: '/v1beta/openai',
    answers: strict((received) => {
      const { body } = received
      if (body['reasoning_effort'] === 'none')
        return {
          status: 400,
          body: [
            {
              error: {
                code: 400,
                message: 'Thinking can not be turned off for this model.',
                status: 'INVALID_ARGUMENT',
              },
            },
          ],
        } as never
      return bearer(received)
    }),
  },
  Ollama: {
    ...{ kind: 'openai-compatible', model: 'llama3.1:8b', effort: 'low', refused: 1 },
    answers: strict(({ body }) =>
      body['reasoning_effort'] === undefined
        ? undefined
        : bad('"llama3.1:8b" does not support thinking', { type: 'invalid_request_error' }),
    ),
  },
  'Ollama, a model that thinks': {
    ...{ kind: 'openai-compatible', model: 'qwen3:8b', effort: 'none', refused: 0 },
    answers: strict(({ body }) => (body['reasoning_effort'] === 'none' ? undefined : bad('it thinks for minutes'))),
  },
  'vLLM with Gemma': {
    ...{ kind: 'openai-compatible', model: 'google/gemma-2-9b-it', effort: 'low', refused: 1 },
    answers: strict((received) =>
      messagesOf(received).includes('"role":"system"')
        ? {
            status: 400,
            body: {
              object: 'error',
              message: 'System role not supported',
              type: 'BadRequestError',
              param: null,
              code: 400,
            },
          }
        : undefined,
    ),
  },
  'vLLM with Qwen': {
    ...{ kind: 'openai-compatible', model: 'Qwen/Qwen3-8B', effort: 'none', refused: 0 },
    answers: strict(({ body }) => {
      const { enable_thinking } = (body['chat_template_kwargs'] ?? {}) as { enable_thinking?: boolean }
      return enable_thinking === false ? undefined : bad('it thinks for minutes')
    }),
  },
  'LM Studio': {
    ...{ kind: 'openai-compatible', model: 'mistral-7b', effort: 'low', refused: 1 },
    answers: strict((received) => {
      if (messagesOf(received).includes('"role":"system"'))
        return bad(
          'Error rendering prompt with jinja template: "Only user and assistant roles are supported!"',
          {},
          400,
        )
      return formatOf(received) === 'json_object'
        ? { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } }
        : undefined
    }),
  },
  'llama.cpp': {
    ...{ kind: 'openai-compatible', model: 'any', effort: 'low', refused: 2 },
    answers: strict((received) => {
      if (received.number === 0)
        return { status: 503, body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } } }
      return formatOf(received) === 'json_schema'
        ? {
            status: 400,
            body: { error: { code: 400, message: 'failed to parse grammar', type: 'invalid_request_error' } },
          }
        : undefined
    }),
  },
  OpenRouter: {
    ...{ kind: 'openai-compatible', model: 'meta/llama', effort: 'low', refused: 2 },
    answers: (received, { say, send }) => {
      if (received.number === 0)
        return send(200, {
          error: {
            code: 502,
            message: 'Provider returned error',
            metadata: { raw: 'upstream error', provider_name: 'x' },
          },
        })
      if (formatOf(received) === 'json_schema')
        return send(400, {
          error: {
            code: 400,
            message: 'Provider returned error',
            metadata: { raw: 'response_format is not supported by this model' },
          },
        })
      return say(received.sound, { thought: THOUGHT, field: 'reasoning' })
    },
  },
  DeepSeek: {
    ...{ kind: 'openai-compatible', model: 'deepseek-chat', effort: 'low', refused: 1 },
    answers: strict(
      (received) =>
        formatOf(received) === 'json_schema'
          ? bad('This response_format type is unavailable now', { type: 'invalid_request_error' })
          : bearer(received),
      { thought: THOUGHT },
    ),
  },
  'Qwen of Model Studio': {
    ...{ kind: 'openai-compatible', model: 'qwen3-32b', effort: 'none', refused: 2 },
    answers: strict((received) => {
      const { body } = received
      if (Number(body['max_tokens']) > 1_024)
        return bad('<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 1024]')
      if (formatOf(received) === 'json_schema') return bad("'response_format.type' Invalid value: 'json_schema'")
      return formatOf(received) === 'json_object' && !/json/i.test(messagesOf(received))
        ? bad("'messages' must contain the word 'json' in some form")
        : bearer(received)
    }),
  },
}
