import { createPace } from './pace.ts'
import type { NeededSetting, ProviderKind, SearchProvider } from './provider.ts'
import { arxiv } from './providers/arxiv.ts'
import { brave } from './providers/brave.ts'
import { corpus } from './providers/corpus.ts'
import { crossref } from './providers/crossref.ts'
import { europePmc } from './providers/europe-pmc.ts'
import { exa } from './providers/exa.ts'
import { openalex } from './providers/openalex.ts'
import { opensearch } from './providers/opensearch.ts'
import { pubmed } from './providers/pubmed.ts'
import { searxng } from './providers/searxng.ts'
import { semanticScholar } from './providers/semantic-scholar.ts'
import { tavily } from './providers/tavily.ts'
import { wikipedia } from './providers/wikipedia.ts'

/** Every kind of search provider. A new one is a file in `providers`, imported here and added to this line. */
const KINDS = [
  ...[corpus, opensearch, tavily, brave, exa, searxng, wikipedia],
  ...[arxiv, openalex, crossref, pubmed, semanticScholar, europePmc],
] as const

type Kind = (typeof KINDS)[number]
type SettingOf<Each> =
  Each extends ProviderKind<infer Name, infer Options> ? { readonly name: Name } & Readonly<Options> : never

/** The name of a search provider. */
export type SearchName = Kind['name']

/** A search provider with what it needs; `corpus` is the engine's own collection. */
export type SearchSetting = SettingOf<Kind>

interface AnyKind extends ProviderKind<SearchName, object> {
  readonly needs: Readonly<Record<string, NeededSetting>>
}

/** The search providers: their names, and the settings that each needs. */
export const SEARCH_PROVIDERS: readonly Pick<AnyKind, 'name' | 'needs'>[] = KINDS

/** Opens a provider; one that is open is taken as it is. Nothing is asked of it yet. `makePace`: how it waits between requests. */
export function openProvider(
  setting: SearchSetting | SearchProvider,
  userAgent: string,
  makePace = createPace,
): SearchProvider {
  if ('search' in setting) return setting
  const kind: AnyKind | undefined = KINDS.find(({ name }) => name === setting.name)
  if (!kind) throw new TypeError(`There is no search provider ${JSON.stringify(setting.name)}.`)
  const pace = kind.everyMs === undefined ? undefined : makePace(kind.everyMs)
  return { ...kind, search: (request) => kind.search(request, { ...setting, userAgent, pace }) }
}

/** A provider with the settings it needs, each taken from the variable that holds it. */
export function searchSetting(name: SearchName, read: (variable: string) => string | undefined): SearchSetting {
  const needs = Object.entries(SEARCH_PROVIDERS.find((kind) => kind.name === name)?.needs ?? {})
  const options = Object.fromEntries(needs.map(([option, { variable }]) => [option, read(variable) ?? '']))
  return { name, ...options } as SearchSetting
}
