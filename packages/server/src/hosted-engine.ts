import { join } from 'node:path'
import { type Hosted, type HostedOptions, type HostedSetup, openHosted, tryHosted } from '@deep-research/engine'
import { maskSecrets } from '#kernel/mask.ts'
import { throughHostedSteps } from '#steps/keep-steps.ts'
import type { Settings } from './config.ts'
import { type OpenedEngine, WITHOUT_CORPUS } from './corpus-engine.ts'
import { hashEngineCode } from './engine-code.ts'
import { dataFolder } from './product-engine.ts'

/** Does the runs of hosted research elsewhere. */
export type RunHostedElsewhere = (hosted: Hosted) => Required<Pick<OpenedEngine, 'research' | 'spread'>> & {
  readonly threads: NonNullable<OpenedEngine['threads']>
  close(): Promise<void>
}

/** The service that the settings name; undefined for our own engine. */
export function hostedOptions(settings: Settings): HostedOptions | undefined {
  const { backend, backendApiKey, backendBaseUrl, backendModel } = settings
  if (backend === undefined || backendApiKey === undefined) return undefined
  return { service: backend, apiKey: backendApiKey, baseUrl: backendBaseUrl, model: backendModel }
}

/** How runs are done and pages are reached, where that is not the usual way. */
export interface HostedWays {
  /** Does the runs. Default: they are done in this thread. */
  elsewhere?: RunHostedElsewhere
  /** How pages are reached. Default: the system's way. */
  reach?: HostedSetup['reach']
}

/** The engine that has another service research, and checks what it writes. */
export async function openHostedService(
  settings: Settings,
  service: HostedOptions,
  progress: (line: string) => void,
  { elsewhere, reach }: HostedWays = {},
): Promise<OpenedEngine> {
  const onFailed = (line: string) => progress(`Research failed: ${line}.`)
  const hosted: Hosted = await openHosted({
    service,
    pagesFile: join(dataFolder(settings), 'pages.db'),
    hosts: { allow: settings.webAllowHosts, deny: settings.webDenyHosts },
    userAgent: settings.userAgent,
    reach,
    through: throughHostedSteps(() => hosted.failures),
    onFailed,
  })
  const runs = elsewhere?.(hosted)
  const ending = new AbortController()
  // The start does not wait for it.
  tryBackend(service, ending.signal).then(
    (line) => progress(`Backend: ${line}.`),
    (error: unknown) => {
      if (!ending.signal.aborted) progress(error instanceof Error ? error.message : String(error))
    },
  )
  return {
    research: runs?.research ?? ((task, context) => hosted.research(task, context)),
    get threads() {
      return runs?.threads
    },
    // Replies of the service and of pages are kept with the run, so whoever goes on with it has the same ones.
    fingerprint: () => `${hashEngineCode()} ${service.service} ${service.model ?? ''}`,
    spread: () => runs?.spread(),
    describe: () => ({ ...WITHOUT_CORPUS, model: [service.service, service.model ?? ''].join(' ').trim() }),
    async close() {
      ending.abort()
      await runs?.close()
      await hosted.close()
    },
  }
}

/**
 * Looks whether the service is there, and says so in a line. It costs nothing.
 * @throws Error with one line that says what is wrong, and the fix
 */
export async function tryBackend(options: HostedOptions, signal: AbortSignal): Promise<string> {
  const { service } = options
  const { baseUrl, model, failure } = await tryHosted(options, signal)
  const where = maskSecrets(baseUrl)
  if (!failure) return `${service} at ${where} takes the key${model === undefined ? '' : `; ${model} researches`}`
  switch (failure.reason) {
    case 'key':
      throw new Error(`${service} at ${where} rejects BACKEND_API_KEY: set a valid key.`)
    case 'money':
      throw new Error(`The account of BACKEND_API_KEY at ${service} is empty: pay in, or set another key.`)
    case 'unreachable':
    case 'timeout':
      throw new Error(`${service} at ${where} ${failure.message}: check the network and BACKEND_BASE_URL.`)
    default:
      throw new Error(`${service} at ${where} ${failure.message}.`)
  }
}
