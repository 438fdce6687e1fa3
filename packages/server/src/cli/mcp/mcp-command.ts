import { once } from 'node:events'
import type { Command } from 'commander'
import type { OpenedEngine } from '../../corpus-engine.ts'
import { assertFree } from '../../listen.ts'
import type { CliContext } from '../context.ts'
import { readPort } from '../read-port.ts'
import { askOpenEngine, openAskedEngine } from '../research/ask-engine.ts'
import { askService } from '../research/ask-service.ts'
import type { Ask } from './research-server.ts'

interface McpOptions {
  http?: number
  server?: string
}

const HELP = `
Examples:
  $ CORPUS=~/notes deep-research mcp                        over standard input and output, as assistants start it
  $ deep-research mcp --http 3333                           over HTTP, on this machine only
  $ deep-research mcp --server https://research.example.com

What assistants want in their settings:
  { "mcpServers": { "deep-research": {
      "command": "npx", "args": ["-y", "-p", "@deep-research/server", "deep-research", "mcp"] } } }

Variables:
  CORPUS, LLM, SEARCH, …  as for ask
  DEEP_RESEARCH_API_KEY   the key for --server
`

/** The command `mcp`, which gives assistants the tool `research`. */
export function addMcpCommand(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .description('give assistants the tool "research", by the Model Context Protocol')
    .option('--http <port>', 'serve over HTTP on this port of 127.0.0.1; 0 is any free port', readPort)
    .option('--server <url>', 'ask this service instead of researching in this process')
    .addHelpText('after', HELP)
    .action((options: McpOptions) => serve(context, options))
}

async function serve(context: CliContext, { http: port, server }: McpOptions): Promise<void> {
  const { stderr, stop } = context
  const tell = (line: string) => stderr.write(`${line}\n`)
  if (port !== undefined) await assertFree({ host: '127.0.0.1', port, variable: '--http' })
  const engine = server === undefined ? await openAskedEngine(context, tell) : undefined
  try {
    const ask = asker(context, { engine, server })
    // Loaded only here, so that other commands start faster.
    const { createResearchServer } = await import('./research-server.ts')
    if (port === undefined) {
      const { serveStdio } = await import('./serve-stdio.ts')
      return await serveStdio(createResearchServer(ask), context)
    }
    const { serveHttp } = await import('./serve-http.ts')
    const { http, url } = await serveHttp(() => createResearchServer(ask), port)
    tell(`The tool "research" is at ${url}`)
    if (!stop.aborted) await once(stop, 'abort')
    http.close()
    http.closeAllConnections()
  } finally {
    await engine?.close()
  }
}

interface Asked {
  engine: OpenedEngine | undefined
  server: string | undefined
}

function asker({ environment }: CliContext, { engine, server }: Asked): Ask {
  if (engine) return (question, signal) => askOpenEngine(engine, question, signal)
  const apiKey = environment['DEEP_RESEARCH_API_KEY']
  return (question, signal) => askService(question, { url: server ?? '', apiKey, signal })
}
