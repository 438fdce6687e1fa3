import { SEARCH_PROVIDERS, type SearchName } from '@deep-research/engine'
import { showFields } from '#opensearch/fields.ts'
import { OPENSEARCH_SETTINGS, type OpenSearchSettings } from './opensearch-settings.ts'
import { key, type Reader, webAddress } from './setting-readers.ts'

/** Where the service searches. */
export interface SearchSettings {
  /** The search providers, in order of preference. */
  search: readonly SearchName[]
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

/** Those of an index, to which documents are also pushed. */
const OF_AN_INDEX = [
  OPENSEARCH_SETTINGS.openSearchUrl.name,
  OPENSEARCH_SETTINGS.openSearchIndex.name,
  OPENSEARCH_SETTINGS.openSearchFields.name,
  OPENSEARCH_SETTINGS.openSearchApiKey.name,
]

/** The variables of the search providers, as text. */
export function searchVariables(settings: OpenSearchSettings & SearchSettings): SearchSettings['searchVariables'] {
  return {
    ...settings.searchVariables,
    [OPENSEARCH_SETTINGS.openSearchUrl.name]: settings.openSearchUrl,
    [OPENSEARCH_SETTINGS.openSearchIndex.name]: settings.openSearchIndex,
    [OPENSEARCH_SETTINGS.openSearchFields.name]: showFields(settings.openSearchFields),
    [OPENSEARCH_SETTINGS.openSearchApiKey.name]: settings.openSearchApiKey,
  }
}

/** How the other variables of the search providers are read. */
export const SEARCH_VARIABLES: readonly Reader<string | undefined>[] = SEARCH_PROVIDERS.flatMap(({ needs }) =>
  Object.values(needs)
    .filter(({ variable }) => !OF_AN_INDEX.includes(variable))
    .map(({ variable, kind }) => (kind === 'key' ? key(variable) : webAddress(variable))),
)

function searchNames(text: string): readonly SearchName[] | undefined {
  const wanted = text.split(',').map((part) => part.trim())
  const names = wanted.flatMap((part) => SEARCH_NAMES.find((known) => known === part) ?? [])
  return names.length === wanted.length && new Set(names).size === names.length ? names : undefined
}
