import { SEARCH_PROVIDERS, type SearchName } from '@deep-research/engine'
import { showFields } from '#opensearch/fields.ts'
import { OPENSEARCH_SETTINGS, type OpenSearchSettings } from './opensearch-settings.ts'
import { key, optional, type Reader, webAddress, wholeNumber } from './setting-readers.ts'

/** Where the service searches. */
export interface SearchSettings {
  /** The search providers, in order of preference. */
  search: readonly SearchName[]
  /** The hosts whose pages alone are read; undefined means all. */
  webAllowHosts: readonly string[] | undefined
  /** The hosts whose pages are not read. */
  webDenyHosts: readonly string[] | undefined
  /** How many pages of one host research reads; undefined means the engine's own number. */
  webPagesPerHost: number | undefined
  /** The variables that search providers need, by name. */
  searchVariables: Readonly<Record<string, string | undefined>>
}

const SEARCH_NAMES = SEARCH_PROVIDERS.map(({ name }) => name)

/** Where to search. */
export const SEARCH: Reader<readonly SearchName[]> = {
  name: 'SEARCH',
  fallback: 'corpus',
  takes: `any of ${SEARCH_NAMES.join(', ')}, comma-separated, each once`,
  read: searchNames,
}

/** How pages of the web are chosen. */
export const WEB_SETTINGS = {
  webAllowHosts: hosts('WEB_ALLOW_HOSTS'),
  webDenyHosts: hosts('WEB_DENY_HOSTS'),
  webPagesPerHost: {
    name: 'WEB_PAGES_PER_HOST',
    fallback: '',
    takes: 'a number of pages from 1 to 1000',
    read: optional(wholeNumber(1, 1_000)),
  },
} satisfies { [Key in keyof SearchSettings]?: Reader<SearchSettings[Key]> }

/** Those of an index, to which documents are also pushed. */
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

function searchNames(text: string): readonly SearchName[] | undefined {
  const wanted = text.split(',').map((part) => part.trim())
  const names = wanted.flatMap((part) => SEARCH_NAMES.find((known) => known === part) ?? [])
  return names.length === wanted.length && new Set(names).size === names.length ? names : undefined
}
