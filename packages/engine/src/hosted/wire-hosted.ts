import { ModelFailure } from '#model/failure.ts'
import { FetchFailure } from '#web/fetch/failure.ts'
import type { GuardedFetchOptions } from '#web/fetch/guarded-fetch.ts'
import { createPageReader } from '#web/fetch/page-reader.ts'
import { openPageStore } from '#web/fetch/page-store.ts'
import type { ResearchEngine } from '../types.ts'
import { createHostedClient, type HostedClient, type HostedOptions } from './client.ts'
import { createHostedEngine, type HostedEngineOptions, type HostedOutside } from './hosted-engine.ts'

/** The service that researches, and how the pages are read that it cites. */
export interface HostedSetup
  extends Pick<HostedEngineOptions, 'through' | 'onFailed'>,
    Pick<GuardedFetchOptions, 'hosts'> {
  /** How this service names itself to the sites whose pages it reads. */
  userAgent: string
  /** Where the text of pages is kept: a path, or `:memory:`. */
  pagesFile: string
  /** How pages are reached, where it is not the system's way. */
  reach?: Pick<GuardedFetchOptions, 'resolve' | 'dial' | 'limits'> | undefined
  /** Which service it is, and how it is reached. */
  service: HostedOptions
}

/** Hosted research, ready for runs. */
export interface Hosted extends ResearchEngine {
  /** The service and the pages, for runs in another thread. */
  readonly outside: HostedOutside
  /** With what calls of the service and of pages fail. */
  readonly failures: { model: typeof ModelFailure; page: typeof FetchFailure }
  /** Closes the file of pages; waits, for seconds at most, until the service has heard of what is to be ended. */
  close(): Promise<void>
}

/** Opens what the options name. Nothing is asked of anyone yet. */
export function wireHosted(setup: HostedSetup): Hosted {
  const { pagesFile, userAgent, hosts, reach = {}, through, onFailed } = setup
  const hosted: HostedClient = createHostedClient(setup.service)
  const pages = createPageReader({ store: openPageStore({ file: pagesFile }), userAgent, hosts, ...reach })
  const outside = { hosted, pages }
  return {
    research: createHostedEngine({ ...outside, through, onFailed }).research,
    outside,
    failures: { model: ModelFailure, page: FetchFailure },
    async close() {
      await hosted.close()
      pages.close()
    },
  }
}
