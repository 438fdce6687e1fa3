import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type ChosenTool, type ChosenTools, chooseTools } from './choose-tools.ts'
import type { McpSource } from './sources.ts'

/** A server that answers. */
export interface Connected {
  readonly tools: ChosenTools
  /** What a tool gives for a text. */
  call(tool: ChosenTool, text: string, options: { signal: AbortSignal; ms: number }): Promise<unknown>
  close(): Promise<void>
}

export interface ConnectOptions {
  signal: AbortSignal
  /** Milliseconds until it answers: some are downloaded first. */
  ms: number
  /** Called when the server has gone. */
  onGone: () => void
}

/** Bytes of a reply; ten long documents have less. */
const MOST_BYTES = 8 * 1024 * 1024
/** Pages of a list of tools. */
const MOST_PAGES = 10

/** Starts a server or reaches one, and chooses its tools. It is ended by `close`, and when this process ends. */
export async function connect(source: McpSource, { signal, ms, onGone }: ConnectOptions): Promise<Connected> {
  const client = new Client({ name: 'deep-research', version: '1' })
  const options = { signal, timeout: ms }
  try {
    await client.connect(transportTo(source) as Parameters<Client['connect']>[0], options)
    const offered: Awaited<ReturnType<Client['listTools']>>['tools'] = []
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { tools, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor }, options)
      offered.push(...tools)
      cursor = nextCursor
      if (cursor === undefined) break
    }
    const tools = chooseTools(offered, source.tools)
    client.onclose = onGone
    return {
      tools,
      call: (tool, text, { signal, ms }) =>
        client.callTool({ name: tool.name, arguments: { [tool.argument]: text } }, undefined, {
          signal,
          timeout: ms,
        }),
      close: () => client.close(),
    }
  } catch (error) {
    await client.close().catch(() => {})
    throw error
  }
}

function transportTo(source: McpSource) {
  if ('command' in source) {
    const { command, args = [], env, cwd } = source as Extract<McpSource, { command: unknown }>
    // The server does not get this process's variables, which hold secrets: the library passes on only the path and the
    // like.
    return new StdioClientTransport({
      ...{ command, args, stderr: 'ignore', maxBufferSize: MOST_BYTES },
      ...(env && { env }),
      ...(cwd !== undefined && { cwd }),
    })
  }
  const { url, headers = {} } = source as Extract<McpSource, { url: unknown }>
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, fetch: boundedFetch })
}

/** Fetches without following redirects, along which keys would go; a reply to a call breaks off where it is too long. */
async function boundedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  // The stream that a session opens with GET lasts as long as the session, so its length has no limit.
  if (init.method !== 'POST' || !response.body) return response
  let bytes = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > MOST_BYTES) controller.error(new Error(`The reply has more than ${MOST_BYTES} bytes.`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers })
}
