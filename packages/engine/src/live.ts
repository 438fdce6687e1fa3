import { later } from './later.ts'
import type { Live } from './wire-live.ts'

/** Opens models and the live web, as the options name them. Nothing is asked of anyone yet. */
export const openLive = later(async () => (await import('./wire-live.ts')).wireLive)

/** Assists runs with models and a web that are reached in another way. */
export const openAssist = later(async () => (await import('./live-assistant.ts')).assistWith)

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
export const openPost = later(async () => (await import('#web/fetch/guarded-post.ts')).createGuardedPost)

/**
 * Checks an address that a stranger wrote: https on its usual port, and not of a private network.
 * @throws Error with one line that says what is wrong with it.
 */
export const checkPostAddress = later(async () => (await import('#web/fetch/guarded-post.ts')).checkPostAddress)

/** Asks each model of an endpoint for a word, and tells what is wrong. It costs a few tokens. */
export const tryModels = later(async () => (await import('#model/client/probe.ts')).tryModels)

/** Searches once with each of the providers, and tells what is wrong. One that charges for searches charges for this one. */
export const trySearch = later(async () => (await import('#web/try-search.ts')).trySearch)

/** Has a reader open one page of the web in its browser, and tells what is wrong. */
export const tryPageReader = later(async () => (await import('#web/rendering/try-reader.ts')).tryReader)

/** Opens models that give texts vectors, or tell how well they answer. Nothing is asked of them yet. */
export const openSemantics = later(async () => (await import('#model/client/semantics.ts')).openSemantics)

/** Asks each of them for as little as it can do, and tells what is wrong. */
export const trySemantics = later(async () => (await import('#model/client/semantics.ts')).trySemantics)
