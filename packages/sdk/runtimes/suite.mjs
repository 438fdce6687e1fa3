// What must hold on every runtime. Plain JavaScript against the built package: nothing here is the runner's own.

const HEAD = { 'content-type': 'text/event-stream', 'x-request-id': 'req_1' }
const envelope = (type, data) => `data: ${JSON.stringify({ type, request_id: 'r', timestamp: 't', data })}\n\n`
const DELTA = envelope('research.answer.delta', { content: 'Größe <cite id="a">😀</cite>', sequence: 0 })
const WHOLE = `${DELTA}${envelope('research.completed', { answer: 'Größe <cite id="a">😀</cite>' })}data: [DONE]\n\n`

/** How the service of the suite answers, by the last part of the base URL's path. */
export const ANSWERS = {
  whole: (response) => {
    response.writeHead(200, HEAD)
    // One byte at a time at the beginning, so that characters and lines are cut.
    const bytes = new TextEncoder().encode(WHOLE)
    for (let at = 0; at < 200; at += 1) response.write(bytes.subarray(at, at + 1))
    response.end(bytes.subarray(200))
  },
  truncated: (response) => response.writeHead(200, HEAD).end(DELTA),
  torn: (response) => {
    response.writeHead(200, HEAD)
    response.write(DELTA, () => setTimeout(() => response.socket.destroy(), 50))
  },
  silent: (response) => response.writeHead(200, HEAD).write(DELTA),
  refused: (response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end('{"error":{"type":"authentication_error","code":"INVALID_API_KEY","message":"No."}}')
  },
  elsewhere: (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
  busy: (response, state) => {
    state.busy = (state.busy ?? 0) + 1
    if (state.busy > 1) ANSWERS.whole(response)
    else response.writeHead(429, { 'retry-after': '0' }).end('{}')
  },
}

function equal(actual, expected, what) {
  if (actual !== expected) throw new Error(`${what}: expected ${expected}, got ${actual}`)
}

async function rejection(promise) {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('Expected a rejection.')
}

/** Checks that need nothing but the service at `base`; each has a name. `served` says what the service saw. */
export function checks({ DeepResearch, readResearchStream, APIError }, base, served) {
  const QUERY = { query: 'q' }
  const at = (path, options) => new DeepResearch({ apiKey: 'k', baseURL: `${base}/${path}`, ...options })
  return {
    async 'a whole stream'() {
      let text = ''
      const stream = await at('whole').stream(QUERY)
      for await (const piece of stream.text()) text += piece
      equal(text, 'Größe 😀', 'text')
      equal((await stream.result()).answer.length, 28, 'answer')
      equal(stream.id, 'req_1', 'id')
    },
    async 'break frees the connection'() {
      for await (const _ of await at('silent').stream(QUERY)) break
      await served?.closed('silent')
    },
    async 'return() answers while next() waits'() {
      const iterator = (await at('silent').stream(QUERY))[Symbol.asyncIterator]()
      await iterator.next()
      const pending = iterator.next()
      await iterator.return()
      equal((await pending).done, true, 'pending')
    },
    async 'a truncated stream'() {
      equal((await rejection(at('truncated').run(QUERY))).reason, 'eof', 'reason')
    },
    async 'a torn connection'() {
      equal((await rejection(at('torn').run(QUERY))).reason, 'network', 'reason')
    },
    async 'a silent service'() {
      equal((await rejection(at('silent').run(QUERY, { idleTimeoutMs: 100 }))).reason, 'idle', 'reason')
    },
    async 'an abort'() {
      const controller = new AbortController()
      const stream = await at('silent').stream(QUERY, { signal: controller.signal })
      const reason = new Error('mine')
      setTimeout(() => controller.abort(reason), 20)
      equal(await rejection(stream.result()), reason, 'reason')
    },
    async 'an error of the service'() {
      const error = await rejection(at('refused').run(QUERY))
      equal(error.name, 'AuthenticationError', 'name')
      equal(APIError.isInstance(error), true, 'isInstance')
    },
    async 'a redirect is not followed'() {
      equal((await rejection(at('elsewhere').run(QUERY))).status, 307, 'status')
    },
    async 'a retry'() {
      equal((await at('busy').run(QUERY)).answer.length, 28, 'answer')
    },
    async 'nobody there'() {
      const client = new DeepResearch({ apiKey: 'k', baseURL: 'http://127.0.0.1:1025', retry: { limit: 0 } })
      const error = await rejection(client.run(QUERY))
      equal(error.name, 'ConnectionError', 'name')
      if (served !== undefined) equal(error.phase, 'connect', 'phase')
    },
    async 'a relay'() {
      const relayed = (await at('whole').stream(QUERY)).toReadableStream()
      equal((await readResearchStream(new Response(relayed, { headers: HEAD })).result()).answer.length, 28, 'answer')
    },
  }
}

/** Runs all checks; returns what failed. */
export async function runAll(all) {
  const failures = []
  for (const [name, check] of Object.entries(all)) {
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('took over 10 s')), 10_000).unref?.())
    try {
      await Promise.race([check(), late])
    } catch (error) {
      failures.push(`${name}: ${error.stack ?? error}`)
    }
  }
  return failures
}
