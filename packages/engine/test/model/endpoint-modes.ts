import type { Answers, Endpoint, Received } from './scripted-endpoint.ts'

/** How an endpoint misbehaves, and what has to come of research that asks it. */
export interface Mode {
  endpoint: () => Endpoint
  /** `whole`: the model's own text, as if nothing were wrong. Otherwise why the model was of less help, as the reader is told. */
  comes: 'whole' | RegExp
  /** What the operator is told. Default: nothing is looked for. */
  detail?: RegExp
}

const FILLER = 'Let me look at the evidence once more, sentence by sentence, before I answer. '.repeat(8)
const isWriting = ({ task }: Received) => task === 'write'
const maximum = ({ body }: Received) => Number(body['max_tokens'] ?? body['max_completion_tokens'] ?? 0)
const wrong = (message: string, more: object = {}) => ({ error: { message, type: 'invalid_request_error', ...more } })

/** Says what a sound model would. */
const sound: Endpoint = ({ sound: text }, { say }) => say(text)
/** Does something else where the model writes. */
const atWriting =
  (endpoint: Endpoint): (() => Endpoint) =>
  () =>
  (received, answers) =>
    (isWriting(received) ? endpoint : sound)(received, answers)
const always =
  (endpoint: Endpoint): (() => Endpoint) =>
  () =>
    endpoint
/** Does something else for so many requests, then what a sound endpoint does. */
const first =
  (times: number, endpoint: Endpoint): (() => Endpoint) =>
  () => {
    let left = times
    return (received, answers) => {
      left -= 1
      return (left >= 0 ? endpoint : sound)(received, answers)
    }
  }
/** Refuses what a request holds that it does not take. */
const unless = (refuses: (received: Received) => string | undefined, then: Endpoint = sound): Endpoint => {
  return (received, answers) => {
    const message = refuses(received)
    return message === undefined ? then(received, answers) : answers.send(400, wrong(message))
  }
}
const thinksFor =
  (tokens: number, think: (answers: Answers) => unknown): Endpoint =>
  (received, answers) =>
    maximum(received) < tokens ? think(answers) : answers.say(received.sound, { thought: FILLER })
const half = (text: string) => text.slice(0, Math.floor(text.length * 0.6))

/** One request after the other, each of which takes its time. */
function serial(ms: number): Endpoint {
  let last: Promise<unknown> = Promise.resolve()
  return ({ sound: text }, { say }) => {
    last = last.then(() => say(text, { first: ms }))
    return last
  }
}

/** What was seen of real endpoints, by the names of what they do. */
export const MODES: Readonly<Record<string, Mode>> = {
  'thinks in tags': {
    endpoint: always(({ sound: text }, { say }) => say(`<think>${FILLER}</think>${text}`)),
    comes: 'whole',
  },
  'thinks in tags that it does not open': {
    endpoint: always(({ sound: text }, { say }) => say(`${FILLER}</think>\n${text}`)),
    comes: 'whole',
  },
  'thinks in a field': {
    endpoint: always(({ sound: text }, { say }) => say(text, { thought: FILLER })),
    comes: 'whole',
  },
  'thinks in a field of another name': {
    endpoint: always(({ sound: text }, { say }) => say(text, { thought: FILLER, field: 'reasoning' })),
    comes: 'whole',
  },
  'thinks until its tokens are used up': {
    endpoint: always(thinksFor(6_000, ({ say }) => say('', { thought: FILLER, finish: 'length' }))),
    comes: 'whole',
  },
  'thinks in a tag until its tokens are used up': {
    endpoint: always(thinksFor(6_000, ({ say }) => say(`<think>${FILLER}`, { finish: 'length' }))),
    comes: 'whole',
  },
  'thinks however many tokens it gets': {
    endpoint: always((_, { say }) => say('', { thought: FILLER, finish: 'length' })),
    comes: /used up its tokens before it answered/,
    detail: /needs more of them, or less effort/,
  },
  'takes max_completion_tokens alone': {
    endpoint: always(
      unless(({ body }) =>
        body['max_tokens'] === undefined
          ? undefined
          : "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      ),
    ),
    comes: 'whole',
  },
  'knows no system role': {
    endpoint: always(
      unless(({ body }) =>
        JSON.stringify(body['messages']).includes('"role":"system"')
          ? "Unsupported value: 'messages[0].role' does not support 'system' with this model."
          : undefined,
      ),
    ),
    comes: 'whole',
  },
  'fails at the template of the system role': {
    endpoint: always((received, answers) =>
      JSON.stringify(received.body['messages']).includes('"role":"system"')
        ? answers.send(500, {
            error: { code: 500, message: 'Error rendering prompt with jinja template: "System role not supported"' },
          })
        : sound(received, answers),
    ),
    comes: 'whole',
  },
  'takes no json_schema': {
    endpoint: always(
      unless(({ body }) =>
        JSON.stringify(body['response_format'] ?? '').includes('json_schema')
          ? 'This response_format type is unavailable now'
          : undefined,
      ),
    ),
    comes: 'whole',
  },
  'takes no response_format': {
    endpoint: always(
      unless(({ body }) => (body['response_format'] ? "'response_format.type' must be 'text'" : undefined)),
    ),
    comes: 'whole',
  },
  'takes no response_format, and does not say so': {
    endpoint: always(unless(({ body }) => (body['response_format'] ? 'Bad request.' : undefined))),
    comes: 'whole',
  },
  'puts a fence round an object': {
    endpoint: always((received, { say }) =>
      say(
        isWriting(received)
          ? received.sound
          : `Sure:\n\`\`\`json\n${received.sound.replace(/\}$/, ',}')}\n\`\`\`\nAnything else?`,
      ),
    ),
    comes: 'whole',
  },
  'cuts an object': {
    endpoint: always((received, { say }) =>
      say(isWriting(received) ? received.sound : received.sound.replace(/\]?\}$/, ''), {
        finish: isWriting(received) ? 'stop' : 'length',
      }),
    ),
    comes: 'whole',
  },
  'sends its content as a list': {
    endpoint: always(({ sound: text }, { events }) =>
      events([
        {
          choices: [
            { index: 0, delta: { content: [{ type: 'thinking', thinking: [{ type: 'text', text: FILLER }] }] } },
          ],
        },
        { choices: [{ index: 0, delta: { content: [{ type: 'text', text }] }, finish_reason: 'stop' }] },
      ]),
    ),
    comes: 'whole',
  },
  'writes the marks of JSON in Chinese': {
    endpoint: always((received, { say }) =>
      say(
        isWriting(received)
          ? received.sound
          : received.sound
              .replace(/"([^"]*)"/g, '“$1”')
              .replaceAll('”:', '”：')
              .replaceAll('”,', '”，'),
      ),
    ),
    comes: 'whole',
  },
  'tells no usage': { endpoint: always(({ sound: text }, { say }) => say(text, { usage: false })), comes: 'whole' },
  'begins with a chunk without choices': {
    endpoint: always(({ sound: text }, { say }) =>
      say(text, { before: [{ choices: [], prompt_filter_results: [{ prompt_index: 0 }] }] }),
    ),
    comes: 'whole',
  },
  'sends comments while it reads the prompt': {
    endpoint: atWriting(({ sound: text }, { say }) => say(text, { comments: 12, each: 200 })),
    comes: 'whole',
  },
  'streams nothing': {
    endpoint: always(
      unless(({ body }) => (body['stream'] ? 'Your organization must be verified to stream this model.' : undefined)),
    ),
    comes: 'whole',
  },
  'sends a whole reply where a stream is asked for': {
    endpoint: always(({ sound: content }, { send }) =>
      send(200, { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] }),
    ),
    comes: 'whole',
  },
  'has less context than is set, and thinks': {
    endpoint: () => {
      let writes = 0
      return (received, { say, send }) => {
        if (maximum(received) > 6_000)
          return send(
            400,
            wrong("This model's maximum context length is 8192 tokens. However, you requested 12000 tokens."),
          )
        writes += isWriting(received) ? 1 : 0
        return isWriting(received) && writes === 1
          ? say('', { thought: FILLER, finish: 'length' })
          : say(received.sound, { thought: FILLER })
      }
    },
    comes: 'whole',
  },
  'takes no stream_options': {
    endpoint: always((received, answers) =>
      received.body['stream_options'] === undefined
        ? sound(received, answers)
        : answers.send(422, {
            detail: [
              { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' },
            ],
          }),
    ),
    comes: 'whole',
  },
  'is stopped by a filter in mid-sentence': {
    endpoint: atWriting(({ sound: text }, { say }) => say(half(text), { finish: 'content_filter' })),
    comes: /declined to answer/,
    detail: /stopped by a filter/,
  },
  'is cut at its most tokens once': {
    endpoint: () => {
      let writes = 0
      return (received, { say }) => {
        if (!isWriting(received)) return say(received.sound)
        writes += 1
        return writes === 1 ? say(half(received.sound), { finish: 'length' }) : say(received.sound)
      }
    },
    comes: 'whole',
  },
  'is cut at its most tokens each time': {
    endpoint: atWriting((_, { say }) => say('The Harbour Bridge was designed by', { finish: 'length' })),
    comes: /broke off/,
    detail: /stopped at its most tokens/,
  },
  'refuses a prompt for its content': {
    endpoint: atWriting((_, { send }) =>
      send(400, {
        error: {
          message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          code: 'content_filter',
          status: 400,
        },
      }),
    ),
    comes: /declined to answer/,
    detail: /answered 400: “The response was filtered/,
  },
  'declines in words': {
    endpoint: atWriting((_, { say }) => say("I'm sorry, but I can't help with that.")),
    comes: /declined to answer/,
  },
  'declines in a field': {
    endpoint: atWriting((_, { events }) =>
      events([
        { choices: [{ delta: { refusal: 'I cannot help with that.' } }] },
        { choices: [{ delta: {}, finish_reason: 'stop' }] },
      ]),
    ),
    comes: /declined to answer/,
  },
  'writes nothing': { endpoint: atWriting((_, { say }) => say('')), comes: /wrote nothing/ },
  'repeats one sentence': {
    endpoint: atWriting(({ sound: text }, { say }) => say(`${text.split(/(?<=\.)\s/)[0]} `.repeat(300))),
    comes: /repeated itself/,
  },
  'asks for some milliseconds': {
    endpoint: first(2, (_, { send }) => send(429, wrong('Rate limit reached'), { 'retry-after-ms': '30' })),
    comes: 'whole',
  },
  'is behind a proxy that fails': {
    endpoint: first(2, (_, { send }) => send(502, '<html><head><title>502 Bad Gateway</title></head></html>')),
    comes: 'whole',
  },
  'is still loading': {
    endpoint: first(5, (_, { send }) =>
      send(503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }),
    ),
    comes: 'whole',
  },
  'asks for a second': {
    endpoint: first(1, (_, { send }) => send(429, wrong('Rate limit reached'), { 'retry-after': '1' })),
    comes: 'whole',
  },
  'is overloaded six times': {
    endpoint: first(6, (_, { send }) =>
      send(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    ),
    comes: 'whole',
  },
  'sends an error with status 200': {
    endpoint: first(2, (_, { send }) => send(200, { error: { message: 'Provider returned error', code: 502 } })),
    comes: 'whole',
  },
  'sends an error within its text': {
    endpoint: () => {
      let writes = 0
      return (received, { say, events }) => {
        if (!isWriting(received)) return say(received.sound)
        writes += 1
        if (writes > 1) return say(received.sound)
        const delta = { content: half(received.sound) }
        return events([{ choices: [{ index: 0, delta }] }, { error: { message: 'Provider disconnected', code: 502 } }])
      }
    },
    comes: 'whole',
  },
  'ends its text without saying so': {
    endpoint: atWriting(({ sound: text }, { say }) => say(text, { end: 'none' })),
    comes: /broke off/,
  },
  'loses the connection': {
    endpoint: atWriting(({ sound: text }, { say }) => say(half(text), { end: 'drop' })),
    comes: /broke off/,
  },
  'has no money': {
    endpoint: always((_, { send }) =>
      send(402, { error: { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' } }),
    ),
    comes: /takes no more calls/,
    detail: /answered 402: “Insufficient Balance”/,
  },
  'calls a wrong key a bad request': {
    endpoint: always((_, { send }) =>
      send(400, [
        {
          error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' },
        },
      ]),
    ),
    comes: /the model failed/,
    detail: /answered 400: “API key not valid/,
  },
  'cites in brackets of its own': {
    endpoint: atWriting(({ sound: text }, { say }) => say(text.replace(/\[\[(\w+)\]\]/g, '【$1】'))),
    comes: 'whole',
  },
  'cites by numbers of its own': {
    endpoint: atWriting(({ sound: text }, { say }) => {
      let number = 0
      return say(text.replace(/\[\[\w+\]\]|【\w+】|\(e\w+\)|\[e\w+\]/g, () => `[${++number}]`))
    }),
    comes: 'whole',
  },
  'writes headings, bullets and a list of sources': {
    endpoint: atWriting(({ sound: text }, { say }) =>
      say(`## Answer\n\n- ${text.split(/(?<=\.)\s+(?=[A-Z])/).join('\n- ')}\n\nSources:\n1. https://library.example/x`),
    ),
    comes: 'whole',
  },
  'is slow to its first word': {
    endpoint: atWriting(({ sound: text }, { say }) => say(text, { first: 1_500 })),
    comes: 'whole',
  },
  'writes an object slowly': {
    endpoint: always((received, { say }) =>
      say(received.sound, isWriting(received) ? {} : { each: 1_500 / Math.ceil(received.sound.length / 24) }),
    ),
    comes: 'whole',
  },
  'takes one request at a time': { endpoint: () => serial(400), comes: 'whole' },
  'has a small context': {
    endpoint: atWriting((_, { send }) =>
      send(
        400,
        wrong(
          "This model's maximum context length is 2048 tokens. However, you requested 4000 tokens (2000 in the messages, 2000 in the completion).",
        ),
      ),
    ),
    comes: /too long for the model/,
  },
  'takes fewer tokens of a reply': {
    endpoint: always(
      unless((received) =>
        maximum(received) > 1_024
          ? 'max_tokens is too large: 2000. This model supports at most 1024 completion tokens.'
          : undefined,
      ),
    ),
    comes: 'whole',
  },
  'answers over the Responses API alone': {
    endpoint: always((received, answers) =>
      received.path.endsWith('/responses')
        ? sound(received, answers)
        : answers.send(
            404,
            wrong('This model is only supported in v1/responses and not in v1/chat/completions.', { param: 'model' }),
          ),
    ),
    comes: 'whole',
  },
}
