import { SearchFailure, type SearchHit, type SearchProvider, type SearchRequest } from '@deep-research/engine'
import { untilAborted } from '#kernel/until-aborted.ts'
import { type ChosenTools, ToolChoiceError } from './choose-tools.ts'
import type { Connected, ConnectOptions } from './connect.ts'
import { type FoundItem, readResult } from './read-result.ts'
import type { McpSource } from './sources.ts'

/** A server as a search provider. */
export interface McpProvider extends SearchProvider {
  /**
   * Which tools it uses.
   * @throws {SearchFailure} saying in one line why there are none
   */
  tools(signal: AbortSignal): Promise<ChosenTools>
  /** Ends the server, if it was started here. */
  close(): Promise<void>
}

export interface McpProviderOptions {
  /** Default: as the protocol's own library does. */
  connect?: (source: McpSource, options: ConnectOptions) => Promise<Connected>
}

/** Milliseconds until a server answers that may have to be downloaded, for one call, and for a search with all its calls. */
const TIMES = { connect: 60_000, call: 10_000, search: 20_000 }
/** Documents of a search that are read, and calls of a server at once. */
const MOST_READ = 5
const AT_ONCE = 4
/** Calls that wait; further ones are not made. */
const MOST_WAITING = 100

/** Makes a provider of a server. It is started or reached at the first search, and again when it has gone. */
export function createMcpProvider(
  name: string,
  source: McpSource,
  { connect = connectWhenNeeded }: McpProviderOptions = {},
): McpProvider {
  const ending = new AbortController()
  const inTurn = createTurns()
  let connection: Promise<Connected> | undefined
  const connected = async (signal: AbortSignal): Promise<Connected> => {
    ending.signal.throwIfAborted()
    const options = { signal: ending.signal, ms: TIMES.connect }
    connection ??= connect(source, { ...options, onGone: () => forget() })
    const mine = connection
    const forget = () => {
      if (connection === mine) connection = undefined
    }
    mine.catch(forget)
    return await untilAborted(mine, signal)
  }
  const failing = async <Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      throw failureOf(error)
    }
  }
  /** What the tool that reads has of an item; undefined where it has nothing. */
  const read = async (server: Connected, { id, url }: FoundItem, signal: AbortSignal) => {
    const [tool, key] = [server.tools.fetch, id ?? url]
    if (!tool || key === undefined) return undefined
    try {
      const [whole] = readResult(await inTurn(signal, () => server.call(tool, key, { signal, ms: TIMES.call })))
      return whole
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
  const search = async ({ query, limit, signal }: SearchRequest): Promise<SearchHit[]> => {
    const server = await connected(signal)
    const ask = () => server.call(server.tools.search, query, { signal, ms: TIMES.call })
    const items = readResult(await inTurn(signal, ask)).slice(0, limit)
    const hits = items.map(async (found, at) => {
      const whole = at < MOST_READ ? await read(server, found, signal) : undefined
      return hitOf(name, { ...found, ...whole, ...(found.url && { url: found.url }) }, whole?.text !== undefined)
    })
    return (await Promise.all(hits)).flatMap((hit) => hit ?? [])
  }
  return {
    name: `mcp:${name}`,
    longest: { characters: 1_000 },
    ms: TIMES.search,
    search: (request) => failing(request.signal, () => search(request)),
    tools: (signal) => failing(signal, async () => (await connected(signal)).tools),
    async close() {
      ending.abort(new SearchFailure('unreachable', 'is closed'))
      const server = await connection?.catch(() => undefined)
      await server?.close()
    },
  }
}

const connectWhenNeeded: typeof import('./connect.ts').connect = async (source, options) =>
  (await import('./connect.ts')).connect(source, options)

/**
 * What a server found. Its text is the source; where it is only what the search showed of a page of the web, the page is
 * read instead, if it may be. Without a text and an address there is nothing to read.
 */
function hitOf(
  server: string,
  { id, url, title = '', text = '', date }: FoundItem,
  isWhole: boolean,
): SearchHit | undefined {
  const page = url !== undefined && /^https?:/i.test(url) ? url : undefined
  const snippet = text.slice(0, SNIPPET)
  if (text === '') return page === undefined ? undefined : { url: page, title, snippet, ...(date && { date }) }
  const address =
    page ?? `urn:mcp:${server}:${encodeURIComponent((id ?? url ?? title) || nameOf(text)).slice(0, LONGEST_NAME)}`
  const record = { url: address, title: title || nameOf(text), text, sourceType: page ? 'web' : 'document' }
  const known = { ...record, ...(date && { date }) }
  return { url: address, title, snippet, record: known, ...(page && !isWhole && { fullText: page }) }
}

/** UTF-16 units. */
const SNIPPET = 400
const LONGEST_NAME = 300
const LONGEST_TITLE = 80

/** A name for a text without one: how it begins. */
function nameOf(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  return line.slice(0, LONGEST_TITLE).toWellFormed().trim()
}

/** Statuses of servers that are reached over HTTP. */
const REASONS: Readonly<Record<number, [reason: 'key' | 'quota', message: string]>> = {
  401: ['key', 'answers 401: it wants other "headers"'],
  403: ['key', 'answers 403: it wants other "headers"'],
  429: ['quota', 'answers 429: too many calls'],
}

/** A failure in one line that holds nothing of what the server said. */
function failureOf(error: unknown): SearchFailure {
  if (error instanceof SearchFailure) return error
  if (error instanceof ToolChoiceError) return new SearchFailure('format', error.message)
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  const known = typeof code === 'number' ? REASONS[code] : undefined
  if (known) return new SearchFailure(...known)
  if (code === 'ENOENT') return new SearchFailure('unreachable', 'cannot be started: its "command" is not found')
  if (code === REQUEST_TIMEOUT) return new SearchFailure('timeout', 'does not answer in time')
  if (code === CONNECTION_CLOSED) return new SearchFailure('unreachable', 'ended before it answered')
  const isRemote = error instanceof TypeError || typeof code === 'string'
  return isRemote
    ? new SearchFailure('unreachable', 'cannot be reached')
    : new SearchFailure('status', 'tells of an error')
}

/** Codes of the protocol's own library. */
const REQUEST_TIMEOUT = -32_001
const CONNECTION_CLOSED = -32_000

/** Lets a few calls run at once; the others wait, and stop waiting when their signal aborts. */
function createTurns() {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> => {
    if (waiting.length >= MOST_WAITING) throw new SearchFailure('quota', 'has too many calls to answer')
    while (running >= AT_ONCE) await untilAborted(new Promise<void>((wake) => waiting.push(wake)), signal)
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      for (const wake of waiting.splice(0)) wake()
    }
  }
}
