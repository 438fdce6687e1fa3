import { readFileSync, statSync } from 'node:fs'
import * as z from 'zod'

/** Which tools of a server search and read. Default: they are found by their names. */
const TOOLS = z.strictObject({ search: z.string().min(1).optional(), fetch: z.string().min(1).optional() })
const TEXTS = z.record(z.string(), z.string())
const STARTED = z.looseObject({
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: TEXTS.optional(),
  cwd: z.string().min(1).optional(),
  tools: TOOLS.optional(),
})
const REACHED = z.looseObject({
  url: z.url({ protocol: /^https?$/ }),
  headers: TEXTS.optional(),
  tools: TOOLS.optional(),
})

/** A server of the Model Context Protocol: one that is started here, or one that is reached at an address. */
export type McpSource = z.infer<typeof STARTED> | z.infer<typeof REACHED>

/** The servers of a setting, by name. */
export type McpSources = Readonly<Record<string, McpSource>>

/** What is wrong with the setting. The message goes on from "MCP_SOURCES", and repeats no value. */
export class McpSourcesError extends Error {
  override readonly name = 'McpSourcesError'
}

/** Bytes: a longer file is no list of servers. */
const LONGEST = 1_000_000
const NAME = /^[\w.-]{1,64}$/
const HOW_TO = 'such as {"mcpServers":{"wiki":{"command":"npx","args":["-y","wiki-mcp"]}}}'

/**
 * Reads servers as assistants have them in their settings: JSON, or the path of a file that holds it.
 * @throws {McpSourcesError} that says what is wrong, and how to mend it
 */
export function readMcpSources(setting: string): McpSources {
  const isInline = setting.trimStart().startsWith('{')
  const given = parse(isInline ? setting : contentOf(setting), isInline ? 'it' : setting)
  const servers = z.object({ mcpServers: z.record(z.string(), z.unknown()) }).safeParse(given)
  if (!servers.success)
    throw new McpSourcesError(`has no object "mcpServers"; write it as assistants have it, ${HOW_TO}.`)
  return Object.fromEntries(
    Object.entries(servers.data.mcpServers).map(([name, server]) => [name, readServer(name, server)]),
  )
}

function readServer(name: string, given: unknown): McpSource {
  if (!NAME.test(name))
    throw new McpSourcesError(`names a server ${JSON.stringify(name)}; use up to 64 letters, digits, ".", "_" and "-".`)
  const place = `mcpServers.${name}`
  if (typeof given !== 'object' || given === null || !('command' in given || 'url' in given))
    throw new McpSourcesError(`has neither "command" nor "url" in ${place}; name the program to start, or the address.`)
  if ('type' in given && given.type === 'sse')
    throw new McpSourcesError(`has "type": "sse" in ${place}, which is no longer used; give the address for "http".`)
  const read = ('command' in given ? STARTED : REACHED).safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new McpSourcesError(`is wrong at ${[place, ...(issue?.path ?? [])].join('.')}: ${issue?.message}.`)
}

function contentOf(file: string): string {
  try {
    const { size } = statSync(file)
    if (size > LONGEST) throw new Error(`it has ${size} bytes; at most ${LONGEST} are read`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new McpSourcesError(`cannot be read as a file (${reason}); set it to a JSON file, or to JSON, ${HOW_TO}.`)
  }
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new McpSourcesError(`is wrong: ${what} is no JSON; write it ${HOW_TO}.`)
  }
}
