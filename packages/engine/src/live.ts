import type { ModelEndpoint } from '#model/client/endpoint.ts'
import type { ModelTrial } from '#model/client/probe.ts'
import type { SemanticEndpoints, SemanticTrial } from '#model/client/semantics.ts'
import type { GuardedPost, GuardedPostOptions } from '#web/fetch/guarded-post.ts'
import type { ReaderSetting } from '#web/rendering/readers.ts'
import type { ReaderTrial } from '#web/rendering/try-reader.ts'
import type { SearchProvider } from '#web/search/provider.ts'
import type { SearchSetting } from '#web/search/registry.ts'
import type { SearchTrial } from '#web/try-search.ts'
import type { Assist } from './assistant.ts'
import type { AssistOptions } from './live-assistant.ts'
import type { Semantics } from './types.ts'
import type { Live, LiveOptions } from './wire-live.ts'

/**
 * Opens models and the live web, as the options name them. What they need is loaded now, and not before: most engines
 * never do. Nothing is asked of anyone yet.
 */
export async function openLive(options: LiveOptions): Promise<Live> {
  return await (await import('./wire-live.ts')).wireLive(options)
}

/** Assists runs with models and a web that are reached in another way. */
export async function openAssist(options: AssistOptions): Promise<Assist> {
  return (await import('./live-assistant.ts')).assistWith(options)
}

/** With what calls of models and of pages fail. */
export async function openFailures(): Promise<Live['failures']> {
  const [{ ModelFailure }, { FetchFailure }] = await Promise.all([
    import('#model/failure.ts'),
    import('#web/fetch/failure.ts'),
  ])
  return { model: ModelFailure, page: FetchFailure }
}

/**
 * Makes the only way to post to addresses that strangers wrote. As with pages, every address of the host must be public,
 * and the connection goes to an address that was checked.
 */
export async function openPost(options: GuardedPostOptions): Promise<GuardedPost> {
  return (await import('#web/fetch/guarded-post.ts')).createGuardedPost(options)
}

/**
 * Checks an address that a stranger wrote: https on its usual port, and not of a private network.
 * @throws Error with one line that says what is wrong with it.
 */
export async function checkPostAddress(address: string): Promise<URL> {
  return (await import('#web/fetch/guarded-post.ts')).checkPostAddress(address)
}

/** Asks each model of an endpoint for a word, and tells what is wrong. It costs a few tokens. */
export async function tryModels(endpoint: ModelEndpoint, signal: AbortSignal): Promise<ModelTrial[]> {
  return await (await import('#model/client/probe.ts')).tryModels(endpoint, signal)
}

/** Searches once with each of the providers, and tells what is wrong. One that charges for searches charges for this one. */
export async function trySearch(
  settings: readonly (SearchSetting | SearchProvider)[],
  options: { userAgent: string; signal: AbortSignal },
): Promise<SearchTrial[]> {
  return await (await import('#web/try-search.ts')).trySearch(settings, options)
}

/** Has a reader open one page of the web in its browser, and tells what is wrong. */
export async function tryPageReader(
  setting: ReaderSetting,
  options: { userAgent: string; signal: AbortSignal },
): Promise<ReaderTrial> {
  return await (await import('#web/rendering/try-reader.ts')).tryReader(setting, options)
}

/** Opens models that give texts vectors, or tell how well they answer. Nothing is asked of them yet. */
export async function openSemantics(endpoints: SemanticEndpoints): Promise<Semantics> {
  return await (await import('#model/client/semantics.ts')).openSemantics(endpoints)
}

/** Asks each of them for as little as it can do, and tells what is wrong. */
export async function trySemantics(endpoints: SemanticEndpoints, signal: AbortSignal): Promise<SemanticTrial[]> {
  return await (await import('#model/client/semantics.ts')).trySemantics(endpoints, signal)
}
