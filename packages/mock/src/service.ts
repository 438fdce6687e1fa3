import { isWellFormedApiKey, RESEARCH_PATH } from '@deep-research/sdk/contract'
import type { MockAccount } from '#account/account.ts'
import { answer } from '#scenario/answer.ts'
import { type Clock, systemClock } from '#scenario/clock.ts'
import type { Scenario } from '#scenario/scenario.ts'
import { createChooser, type ScenarioChoice } from './choice.ts'
import { credentialOf } from './credential.ts'
import { createIds } from './ids.ts'
import { cancel, post, type State, unknown } from './post.ts'
import type { RecordedRequest } from './records.ts'
import { createRuns } from './runs.ts'
import type { Served } from './serve.ts'

export interface MockOptions {
  /** What to answer. Default: `answer()`. */
  scenario?: ScenarioChoice
  /** Keys, credits and slots. Default: none; every well-formed key is accepted, nothing is charged or limited. */
  account?: MockAccount
  /** Default: the machine's clock, looked up at each call so that fake timers govern it. */
  clock?: Clock
}

/** A mocked service, whatever carries its bytes. */
export interface MockService {
  handle(request: Request): Promise<Served>
  /** All requests so far, oldest first. Their outcomes go on changing while streams run. */
  readonly requests: readonly RecordedRequest[]
  /** Replaces what is answered from now on. */
  use(scenario: ScenarioChoice): void
  /** Answers the next requests with these, one each, before what `use` says. */
  next(...scenarios: Scenario[]): void
  /** Ends what runs, forgets requests and queued scenarios, and answers as it was made to. */
  reset(): void
}

/** How the service knows its endpoint. */
export interface ServiceOptions extends MockOptions {
  /** The endpoint's path. Default: any path that ends with `/v1/research`. */
  path?: string
}

/** The part of a path behind the endpoint's, or `undefined` where the path is another one. */
function behindEndpoint(pathname: string, path: string | undefined): string | undefined {
  const endpoint = path ?? RESEARCH_PATH
  const at = path === undefined ? pathname.lastIndexOf(endpoint) : pathname.startsWith(endpoint) ? 0 : -1
  return at < 0 ? undefined : pathname.slice(at + endpoint.length)
}

function knownCredential(state: State, headers: Headers): string | undefined {
  const key = credentialOf(headers)
  if (key === undefined || !isWellFormedApiKey(key)) return undefined
  return (state.account?.accepts(key) ?? true) ? key : undefined
}

/** Makes a mocked service with a state of its own. */
export function createMockService(options: ServiceOptions = {}): MockService {
  const clock = options.clock ?? systemClock
  const choice = options.scenario ?? answer()
  const requests: State['requests'] = []
  const state: State = {
    clock,
    account: options.account,
    chooser: createChooser(choice),
    requests,
    runs: createRuns(),
    nextId: createIds(() => clock.now()),
  }
  return {
    async handle(request) {
      const rest = behindEndpoint(new URL(request.url).pathname, options.path)
      if (rest === '' && request.method === 'POST') return post(state, request)
      const id = request.method === 'DELETE' ? /^\/([^/]+)$/.exec(rest ?? '')?.[1] : undefined
      return id === undefined
        ? unknown(state, request)
        : cancel(state, request, id, knownCredential(state, request.headers))
    },
    requests,
    use: (scenario) => state.chooser.use(scenario),
    next: (...scenarios) => state.chooser.next(scenarios),
    reset() {
      requests.length = 0
      state.runs.clear()
      state.chooser.use(choice)
    },
  }
}
