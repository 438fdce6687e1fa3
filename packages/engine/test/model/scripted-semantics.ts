import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a request of either kind may hold. */
interface Body {
  model?: string
  input?: string[]
  query?: string
  documents?: string[]
  texts?: string[]
}

export interface ScriptedSemanticsOptions {
  /** The only key that is taken. Default: any. */
  key?: string
  /** The only model that is there. Default: any. */
  model?: string
  /** Words that mean the same as another one. Default: every word means something of its own. */
  synonyms?: Readonly<Record<string, string>>
  /** Whose requests are taken for a score. Default: Cohere's and Jina's. */
  form?: 'documents' | 'texts'
  /** The score of a text. Default: how many of its words the question holds. */
  score?: (question: string, text: string) => number
  /** What goes wrong with a call; 0 is the first. Default: nothing. */
  fault?: (call: number) => '500' | 'silence' | 'nonsense' | undefined
  /** Default: 64. */
  dimensions?: number
}

export interface ScriptedSemantics {
  /** With its version: what EMBEDDINGS_BASE_URL takes. */
  url: string
  /** What RERANK_URL takes. */
  rerankUrl: string
  calls: { path: string; headers: IncomingHttpHeaders; body: Body }[]
  options: ScriptedSemanticsOptions
  close(): Promise<void>
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

/** Shorter words mean little by themselves. */
const SHORTEST_WORD = 4

/** A vector for the meanings of a text's words: each meaning points somewhere of its own. */
function vectorOf(text: string, { synonyms = {}, dimensions = 64 }: ScriptedSemanticsOptions): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  const all = wordsOf(text)
  const telling = all.filter((word) => word in synonyms || word.length >= SHORTEST_WORD)
  for (const word of new Set((telling.length > 0 ? telling : all).map((each) => synonyms[each] ?? each))) {
    let state = 7
    for (const letter of word) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0
    for (let at = 0; at < dimensions; at += 1) {
      state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
      vector[at] = (vector[at] ?? 0) + ((state >>> 8) & 1 ? 1 : -1)
    }
  }
  return vector
}

/** A server on loopback that speaks OpenAI's embeddings, and the rerank formats of Cohere, Jina and Text Embeddings Inference. */
export async function startScriptedSemantics(given: ScriptedSemanticsOptions = {}): Promise<ScriptedSemantics> {
  const options = { ...given }
  const calls: ScriptedSemantics['calls'] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text) as Body
    const fault = options.fault?.(calls.length)
    calls.push({ path: request.url ?? '', headers: request.headers, body })
    if (fault === 'silence') return
    if (fault === '500') return send(response, 500, { error: { message: 'The server had an error' } })
    if (fault === 'nonsense') return send(response, 200, { data: 'none', results: [{ index: 0 }] })
    if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}`)
      return send(response, 401, { error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' } })
    if (options.model !== undefined && body.model !== options.model)
      return send(response, 404, {
        error: { message: `The model ${body.model} does not exist`, code: 'model_not_found' },
      })
    if (request.url?.endsWith('/embeddings')) embed(response, body)
    else if (request.url?.endsWith('/rerank')) rerank(response, body)
    else send(response, 404, {})
  })

  function embed(response: ServerResponse, { input = [], model = '' }: Body) {
    const data = input.map((each, index) => ({ object: 'embedding', index, embedding: vectorOf(each, options) }))
    return send(response, 200, { object: 'list', data, model, usage: { prompt_tokens: 1, total_tokens: 1 } })
  }

  function rerank(response: ServerResponse, { query = '', documents, texts, model }: Body) {
    const form = options.form ?? 'documents'
    const all = form === 'texts' ? texts : documents
    if (all === undefined) return send(response, 422, { error: `missing field \`${form}\``, error_type: 'Validation' })
    const asked = new Set(wordsOf(query))
    const score = options.score ?? ((_: string, each: string) => wordsOf(each).filter((word) => asked.has(word)).length)
    const scored = all.map((each, index) => ({ index, score: score(query, each) })).sort((a, b) => b.score - a.score)
    if (form === 'texts') return send(response, 200, scored)
    const results = scored.map(({ index, score: relevance_score }) => ({ index, relevance_score }))
    return send(response, 200, { id: 'x', model, results, usage: { total_tokens: 1 } })
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    ...{ url: root, rerankUrl: `${root}/rerank`, calls, options },
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

function send(response: ServerResponse, status: number, body: unknown) {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
