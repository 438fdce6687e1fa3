import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { CliContext } from '../context.ts'

/** Serves tools over standard input and output until the input ends or the process is asked to stop. */
export async function serveStdio(server: McpServer, { stdin, stdout, stop }: CliContext): Promise<void> {
  const input = Readable.from(chunks(stdin), { objectMode: false })
  const output = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      stdout.write(text)
      done()
    },
  })
  const ended = once(input, 'end', { signal: stop }).catch(() => {})
  await server.connect(new StdioServerTransport(input, output))
  await ended
  await server.close()
}

async function* chunks(stdin: CliContext['stdin']): AsyncGenerator<Buffer> {
  for await (const chunk of stdin) yield Buffer.from(chunk)
}
