import type { McpSource } from './sources.ts'

/** A tool as a server describes it. */
export interface ToolDescription {
  name: string
  inputSchema: { properties?: Record<string, unknown> | undefined; required?: readonly string[] | undefined }
}

/** A tool, and the name of its argument. */
export interface ChosenTool {
  name: string
  argument: string
}

/** How a server is searched, and how what it found is read. */
export interface ChosenTools {
  search: ChosenTool
  fetch: ChosenTool | undefined
}

/** No tool of a server can be used as a source. The message goes on from the name of the server. */
export class ToolChoiceError extends Error {
  override readonly name = 'ToolChoiceError'
}

/**
 * The tools to use of those that a server offers: the ones that the setting names, else those that are called `search` and
 * `fetch`, as ChatGPT wants them of its sources (https://developers.openai.com/api/docs/mcp), else the only one with
 * "search" in its name.
 * @throws {ToolChoiceError} that says what to set
 */
export function chooseTools(offered: readonly ToolDescription[], named: McpSource['tools'] = {}): ChosenTools {
  const find = (name: string) => offered.find((tool) => tool.name === name)
  const names = offered.map(({ name }) => name).join(', ') || 'none'
  const wanted = (use: 'search' | 'fetch', name: string) => {
    const tool = find(name)
    if (!tool) throw new ToolChoiceError(`has no tool ${name}, which "tools.${use}" names; it has ${names}`)
    return tool
  }
  const searching = offered.filter(({ name }) => /search/i.test(name))
  const only = searching.length === 1 ? searching[0] : undefined
  const search = named.search === undefined ? (find('search') ?? only) : wanted('search', named.search)
  if (!search)
    throw new ToolChoiceError(
      `offers no single tool to search with; name it in "tools": {"search": "…"}; it has ${names}`,
    )
  const fetch = named.fetch === undefined ? find('fetch') : wanted('fetch', named.fetch)
  return { search: withArgument(search), fetch: fetch && withArgument(fetch) }
}

/** The one text that a tool needs, else the first that it takes. */
function withArgument({ name, inputSchema: { properties = {}, required = [] } }: ToolDescription): ChosenTool {
  const texts = Object.keys(properties).filter((each) => isText(properties[each]))
  const needed = texts.filter((each) => required.includes(each))
  const [argument = texts[0]] = needed
  if (needed.length > 1 || required.some((each) => each !== argument) || argument === undefined)
    throw new ToolChoiceError(
      `has a tool ${name} that needs something else than one text (${required.join(', ') || 'it takes none'}); name another one in "tools"`,
    )
  return { name, argument }
}

function isText(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'string'
}
