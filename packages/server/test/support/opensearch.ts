import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Document = Record<string, unknown>

interface Clause {
  term?: Record<string, unknown>
  bool?: { should?: Clause[]; filter?: Clause[]; must_not?: Clause[] }
}

/** A server that speaks the part of OpenSearch's and Elasticsearch's format that this service uses. */
export interface ScriptedOpenSearch {
  url: string
  /** By name of the index, then by `_id`. */
  indices: Map<string, Map<string, Document>>
  /** Method and path of each request. */
  requests: string[]
  headers: IncomingMessage['headers']
  /** How the next requests are answered in place of what they ask for. */
  answers: { status: number; body: unknown }[]
  /** The status with which a document is not taken. */
  refuse: (document: Document | undefined) => number | undefined
  mappings: unknown
}

export async function startOpenSearch(): Promise<ScriptedOpenSearch> {
  const scripted: ScriptedOpenSearch = {
    url: '',
    indices: new Map(),
    requests: [],
    headers: {},
    answers: [],
    refuse: () => undefined,
    mappings: undefined,
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '' } = request
    scripted.requests.push(`${method} ${url}`)
    scripted.headers = request.headers
    const { status, body } =
      scripted.answers.shift() ?? answer(scripted, `${method} ${url}`, Buffer.concat(chunks).toString())
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(method === 'HEAD' ? '' : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scripted.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return scripted
}

function answer(scripted: ScriptedOpenSearch, request: string, text: string): { status: number; body: unknown } {
  const [, name = ''] = /^\w+ \/([^/?]+)/.exec(request) ?? []
  const index = scripted.indices.get(name)
  if (request === 'POST /_bulk') return { status: 200, body: bulk(scripted, text) }
  if (request.startsWith('PUT ')) {
    if (index) return { status: 400, body: { error: { type: 'resource_already_exists_exception', reason: 'exists' } } }
    scripted.mappings = JSON.parse(text).mappings
    scripted.indices.set(name, new Map())
    return { status: 200, body: { acknowledged: true, index: name } }
  }
  if (!index)
    return { status: 404, body: { error: { type: 'index_not_found_exception', reason: `no such index [${name}]` } } }
  if (request.endsWith('/_search') && text.includes('multi_match'))
    return { status: 200, body: rank(index, JSON.parse(text)) }
  if (request.endsWith('/_search')) return { status: 200, body: search(index, JSON.parse(text)) }
  if (request.includes('/_delete_by_query')) {
    const gone = [...index].filter(([, document]) => matches(document, JSON.parse(text).query))
    for (const [id] of gone) index.delete(id)
    return { status: 200, body: { deleted: gone.length } }
  }
  return { status: 200, body: {} }
}

function bulk({ indices, refuse }: ScriptedOpenSearch, text: string): unknown {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const items: unknown[] = []
  while (lines.length > 0) {
    const action = lines.shift()
    const kind = 'index' in action ? 'index' : 'delete'
    const { _index, _id } = action[kind]
    const document = kind === 'index' ? lines.shift() : undefined
    const status = refuse(document)
    const error = status !== undefined && { error: { type: 'mapper_parsing_exception', reason: 'failed to parse' } }
    if (status === undefined && document) indices.get(_index)?.set(_id, document)
    else if (status === undefined) indices.get(_index)?.delete(_id)
    items.push({ [kind]: { _index, _id, status: status ?? 200, ...error } })
  }
  return { took: 1, errors: items.some((item) => JSON.stringify(item).includes('error')), items }
}

/** Pages of the entries, as a composite aggregation gives them. */
function search(
  index: Map<string, Document>,
  { query, aggs }: { query: Clause; aggs: { entries: { composite: Composite } } },
) {
  const { size, sources, after } = aggs.entries.composite
  const keys = [...index.values()]
    .filter((document) => matches(document, query))
    .map((document) =>
      Object.fromEntries(
        sources.map((source) => {
          const [[name, { terms }]] = Object.entries(source) as [[string, { terms: { field: string } }]]
          return [name, at(document, terms.field)]
        }),
      ),
    )
  const unique = [...new Set(keys.map((key) => JSON.stringify(key)))].toSorted()
  const rest = after ? unique.filter((key) => key > JSON.stringify(after)) : unique
  const buckets = rest.slice(0, Math.min(size, 2)).map((key) => ({ key: JSON.parse(key), doc_count: 1 }))
  const last = buckets.at(-1)
  return {
    hits: { total: { value: keys.length, relation: 'eq' }, hits: [] },
    aggregations: { entries: { buckets, ...(last && { after_key: last.key }) } },
  }
}

/** The documents with the most words of a query in any of the fields. */
function rank(
  index: Map<string, Document>,
  { size, query }: { size: number; query: { multi_match: { query: string; fields: string[] } } },
) {
  const words = query.multi_match.query.toLowerCase().match(/\w{3,}/g) ?? []
  const fields = query.multi_match.fields.map((field) => field.replace(/\^.*/, ''))
  const hits = [...index]
    .map(([_id, _source]) => {
      const text = fields
        .map((field) => at(_source, field))
        .join(' ')
        .toLowerCase()
      return { _id, _source, _score: words.filter((word) => text.includes(word)).length }
    })
    .filter(({ _score }) => _score > 0)
    .toSorted((one, other) => other._score - one._score)
    .slice(0, size)
  return { took: 1, timed_out: false, hits: { total: { value: hits.length, relation: 'eq' }, hits } }
}

interface Composite {
  size: number
  sources: Record<string, { terms: { field: string } }>[]
  after?: unknown
}

function matches(document: Document, { term, bool = {} }: Clause): boolean {
  const { should, filter = [], must_not = [] } = bool
  const [[field, value] = []] = Object.entries(term ?? {})
  return (
    (field === undefined || at(document, field) === value) &&
    (should === undefined || should.some((clause) => matches(document, clause))) &&
    filter.every((clause) => matches(document, clause)) &&
    !must_not.some((clause) => matches(document, clause))
  )
}

const at = (document: Document, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Document | undefined)?.[name], document)
