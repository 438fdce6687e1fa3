import type { Settings } from '../../config.ts'
import { hostedOptions, tryBackend } from '../../hosted-engine.ts'
import { tryConfigured } from '../../live-settings.ts'
import { checkCorpus } from './check-corpus.ts'
import { checkDatabase } from './check-database.ts'
import { checkPageReader } from './check-page-reader.ts'
import { checkPort } from './check-port.ts'
import { checkProvider } from './check-provider.ts'
import { checkReachable } from './check-reachable.ts'
import { checkRedis } from './check-redis.ts'
import { checkSearch } from './check-search.ts'

/** The result of one check. */
export interface Checked {
  name: string
  ok: boolean
  /** Whether it is of note although it is well. Default: false. */
  note?: boolean
  /** What was found, in one line; if it is not well, with what to do. */
  detail: string
}

/** Looks at one thing that the service needs, and says in one line what it found. Throws what is wrong with it. */
type Check = (settings: Settings, signal: AbortSignal) => Promise<string>

/** What `doctor` looks at once the settings are valid, in this order. */
const CHECKS: Record<string, Check> = {
  database: checkDatabase,
  backend: checkBackend,
  corpus: ofOurEngine(checkCorpus),
  model: ofOurEngine(checkModel),
  search: ofOurEngine(checkSearch),
  'page reader': checkPageReader,
  port: checkPort,
  redis: checkRedis,
  mail: ({ smtpUrl }, signal) => checkReachable({ variable: 'SMTP_URL', url: smtpUrl, port: 587 }, signal),
  'sign-in provider': checkProvider,
  OpenSearch: ({ openSearchUrl }, signal) => checkReachable({ variable: 'OPENSEARCH_URL', url: openSearchUrl }, signal),
}

/** Runs all checks, one after another, and yields each result. */
export async function* runChecks(settings: Settings, signal: AbortSignal): AsyncGenerator<Checked> {
  for (const [name, check] of Object.entries(CHECKS)) {
    signal.throwIfAborted()
    yield await check(settings, signal).then(
      (detail) => ({ name, ok: true, detail }),
      (error) => ({ name, ok: false, detail: error instanceof Error ? error.message : String(error) }),
    )
  }
}

/** What our own engine needs is of no use where another service researches. */
function ofOurEngine(check: Check): Check {
  return async (settings, signal) =>
    settings.backend === undefined ? await check(settings, signal) : `not used, as BACKEND is ${settings.backend}`
}

async function checkBackend(settings: Settings, signal: AbortSignal): Promise<string> {
  const options = hostedOptions(settings)
  if (!options) return "the service's own engine researches; set BACKEND to have another service do it"
  return await tryBackend(options, signal)
}

async function checkModel(settings: Settings, signal: AbortSignal): Promise<string> {
  if (settings.llm === 'none') return 'none, so answers are quotations; set LLM to use one'
  const { sound, problems } = await tryConfigured(settings, signal)
  if (problems.length > 0) throw new Error(problems.join(' '))
  return sound.join(' ')
}
