import { SEARCH_PROVIDERS, type SearchName } from '@deep-research/engine'
import { showFields } from '#opensearch/fields.ts'
import { OPENSEARCH_SETTINGS, type OpenSearchSettings } from './opensearch-settings.ts'
import { key, optional, type Reader, webAddress, wholeNumber } from './setting-readers.ts'

/** Where the service searches. */
export interface SearchSettings {
  /** The search providers, in order of preference. */
  search: readonly (SearchName | McpName)[]
  /** The servers of the Model Context Protocol that are searched: JSON, or a file that holds it; undefined means none. */
  mcpSources: string | undefined
  /**
   * What opens pages in a browser: the name of a service, or a URL with `{url}` in place of the page's; undefined means
   * nothing.
   */
  pageReader: string | undefined
  /** The address of the page reader; undefined means where its makers run it. */
  pageReaderUrl: string | undefined
  /** The key of the page reader. */
  pageReaderKey: string | undefined
  /** The only hosts whose pages are read; undefined means all. */
  webAllowHosts: readonly string[] | undefined
  /** The hosts whose pages are not read. */
  webDenyHosts: readonly string[] | undefined
  /** How many pages of one host research reads; undefined means the engine's own number. */
  webPagesPerHost: number | undefined
  /** The variables that search providers need, by name. */
  searchVariables: Readonly<Record<string, string | undefined>>
}

const SEARCH_NAMES = SEARCH_PROVIDERS.map(({ name }) => name)

/** A server of the Model Context Protocol, as `SEARCH` names it. */
export type McpName = `mcp:${string}`

/** Whether a name in `SEARCH` is that of such a server. */
export function isMcpName(name: string): name is McpName {
  return mcpServerOf(name) !== undefined
}

/** The server that a name in `SEARCH` stands for; undefined if it stands for none. */
export function mcpServerOf(name: string): string | undefined {
  return /^mcp:([\w.-]{1,64})$/.exec(name)?.[1]
}

/** Where to search. */
export const SEARCH: Reader<SearchSettings['search']> = {
  name: 'SEARCH',
  fallback: 'corpus',
  takes: `any of ${SEARCH_NAMES.join(', ')} and mcp:NAME, comma-separated, each once`,
  read: searchNames,
}

/** The settings of pages of the web, of what opens them, and of the servers of the Model Context Protocol. */
export const WEB_SETTINGS = {
  webAllowHosts: hosts('WEB_ALLOW_HOSTS'),
  webDenyHosts: hosts('WEB_DENY_HOSTS'),
  webPagesPerHost: {
    name: 'WEB_PAGES_PER_HOST',
    fallback: '',
    takes: 'a number of pages from 1 to 1000',
    read: optional(wholeNumber(1, 1_000)),
  },
  // Its text may hold keys.
  mcpSources: {
    name: 'MCP_SOURCES',
    fallback: '',
    takes: 'a JSON file with "mcpServers", or its content',
    read: optional((text) => text),
    secret: 'all',
  },
  pageReader: {
    name: 'PAGE_READER',
    fallback: '',
    takes: 'jina, firecrawl, or an http or https URL with {url} in it',
    read: optional((text) => (isPageReader(text) ? text : undefined)),
    secret: 'parts',
  },
  pageReaderUrl: webAddress('PAGE_READER_URL'),
  pageReaderKey: key('PAGE_READER_KEY'),
} satisfies { [Key in keyof SearchSettings]?: Reader<SearchSettings[Key]> }

/** The variables of a search index. They are settings of their own, because documents are also pushed to that index. */
const OF_AN_INDEX = [
  OPENSEARCH_SETTINGS.openSearchUrl.name,
  OPENSEARCH_SETTINGS.openSearchIndex.name,
  OPENSEARCH_SETTINGS.openSearchFields.name,
  OPENSEARCH_SETTINGS.openSearchApiKey.name,
]

/** The variables of the search providers, as text. */
export function searchVariables(
  settings: Partial<OpenSearchSettings & SearchSettings>,
): SearchSettings['searchVariables'] {
  return {
    ...settings.searchVariables,
    [OPENSEARCH_SETTINGS.openSearchUrl.name]: settings.openSearchUrl,
    [OPENSEARCH_SETTINGS.openSearchIndex.name]: settings.openSearchIndex,
    [OPENSEARCH_SETTINGS.openSearchFields.name]: settings.openSearchFields && showFields(settings.openSearchFields),
    [OPENSEARCH_SETTINGS.openSearchApiKey.name]: settings.openSearchApiKey,
  }
}

/** How the other variables of the search providers are read. */
export const SEARCH_VARIABLES: readonly Reader<string | undefined>[] = SEARCH_PROVIDERS.flatMap(({ needs }) =>
  Object.values(needs)
    .filter(({ variable }) => !OF_AN_INDEX.includes(variable))
    .map(({ variable, kind }) => (kind === 'key' ? key(variable) : webAddress(variable))),
)

const HOST = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/

/** Names of hosts, each of which stands for its subdomains too. */
function hosts(variable: string): Reader<readonly string[] | undefined> {
  const read = optional((text) => {
    const names = text.split(',').map((part) =>
      part
        .trim()
        .toLowerCase()
        .replace(/^www\.(?=.+\.)/, ''),
    )
    return names.every((name) => HOST.test(name)) ? names : undefined
  })
  return { name: variable, fallback: '', takes: 'host names such as example.org, comma-separated', read }
}

function isPageReader(text: string): boolean {
  if (text === 'jina' || text === 'firecrawl') return true
  const url = text.includes('{url}') ? URL.parse(text.replaceAll('{url}', '')) : null
  return url !== null && /^https?:$/.test(url.protocol) && !url.host.includes('{')
}

function searchNames(text: string): SearchSettings['search'] | undefined {
  const wanted = text.split(',').map((part) => part.trim())
  const names = wanted.flatMap<SearchName | McpName>((part) => {
    const server = mcpServerOf(part)
    return server === undefined ? (SEARCH_NAMES.find((known) => known === part) ?? []) : `mcp:${server}`
  })
  return names.length === wanted.length && new Set(names).size === names.length ? names : undefined
}
