import { SEARCH_PROVIDERS, type SearchTrial, trySearch } from '@deep-research/engine'
import type { Settings } from '../../config.ts'
import { openMcpServers, searchEndpoints } from '../../live-settings.ts'

/** Searches once with each provider of the settings; throws what is wrong with those that do not answer, and the fix. */
export async function checkSearch(settings: Settings, signal: AbortSignal): Promise<string> {
  const { userAgent } = settings
  const servers = await openMcpServers(settings)
  const trials = await trySearch(searchEndpoints(settings, servers), { userAgent, signal }).finally(() =>
    Promise.all(servers.map((server) => server.close())),
  )
  const wrong = trials.filter(({ failure }) => failure !== undefined)
  if (wrong.length > 0) throw new Error(wrong.map(describe).join(' '))
  const answered = trials.map(({ provider, hits }) => `${provider} answers${hits === 0 ? ', and finds nothing' : ''}`)
  return [`searches ${settings.search.join(', then ')}`, ...answered].join('; ')
}

function describe({ provider, failure }: SearchTrial): string {
  return `${provider} ${failure?.message}. ${fixOf(provider, failure?.reason)}`
}

function fixOf(provider: SearchTrial['provider'], reason: NonNullable<SearchTrial['failure']>['reason'] | undefined) {
  const needs = Object.values(SEARCH_PROVIDERS.find(({ name }) => name === provider)?.needs ?? {})
  const variables = provider.startsWith('mcp:') ? ['MCP_SOURCES'] : needs.map(({ variable }) => variable)
  const keys = needs.filter(({ kind }) => kind === 'key').map(({ variable }) => variable)
  const otherwise = `or take ${provider} out of SEARCH.`
  if (reason === 'quota') return `Wait, or look at your plan, ${otherwise}`
  if (reason === 'key' && keys.length > 0) return `Set ${keys.join(', ')} to a valid key, ${otherwise}`
  return `Check the network${variables.length > 0 ? ` and ${variables.join(', ')}` : ''}, ${otherwise}`
}
