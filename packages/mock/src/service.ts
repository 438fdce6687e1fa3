import { RESEARCH_PATH, type RetrievedResearch } from '@deep-research/sdk/contract'
import type { MockAccount } from '#account/account.ts'
import { checkOptions, type Kinds } from '#options/check-options.ts'
import { cancelById, cancelByKey, retrieve, unknown } from '#replies/by-id.ts'
import { post } from '#replies/post.ts'
import { createScopes, type Scopes } from '#replies/scopes.ts'
import type { Served } from '#replies/serve.ts'
import type { State } from '#replies/visit.ts'
import { credentialOf, uniqueApiKey } from '#request/credential.ts'
import { createIds } from '#request/ids.ts'
import { createChooser, type ScenarioChoice } from '#runs/choice.ts'
import type { RecordedRequest } from '#runs/records.ts'
import { createRequestLog } from '#runs/request-log.ts'
import { createRuns } from '#runs/runs.ts'
import { type Clock, systemClock } from '#scenario/clock.ts'
import { defaultScenario } from '#scenario/default-scenario.ts'
import type { Scenario } from '#scenario/scenario.ts'

/** The account and the scenario with which a mock begins. */
export interface MockOptions {
  /** What to answer with. Default: `answer()`, made resumable. */
  scenario?: ScenarioChoice
  /**
   * The keys, credits and slots. Default: none; every well-formed key is accepted, and nothing is charged or limited.
   */
  account?: MockAccount
  /** Default: the machine's clock, looked up at each call so that fake timers control it. */
  clock?: Clock
  /** How long results are kept for retrieval, in milliseconds; 0 keeps none. Default: 30 days. */
  retentionMs?: number
}

/** What each of these options may be. */
export const MOCK_KINDS: Kinds<MockOptions> = {
  scenario: { wants: 'a scenario, a list of them, or a function that chooses one', fits: () => true },
  account: 'object',
  clock: 'object',
  retentionMs: 'number',
}

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** What a scope can have of its own; everything else is as its mock was created. */
export interface ScopeOptions extends MockOptions {
  /**
   * The key whose requests the scope answers. Default: a new one that nobody else has. An account given to the scope
   * must accept it.
   */
  apiKey?: string
}

/** The controls of a mocked service. */
export interface MockControls {
  /** All requests so far, oldest first. Their outcomes change while streams run. */
  readonly requests: readonly RecordedRequest[]
  /**
   * Returns the first request that no earlier call returned, and waits if there is none yet. With a signal, it rejects
   * with its reason when that is aborted.
   * @example const { body } = await research.nextRequest()
   */
  nextRequest(options?: { readonly signal?: AbortSignal }): Promise<RecordedRequest>
  /** Sets what requests are answered with from now on. */
  use(scenario: ScenarioChoice): void
  /** Answers the next requests with these scenarios, one each, before those of `use`. */
  next(...scenarios: Scenario[]): void
  /**
   * Sets what `GET /v1/research/<request_id>` returns to anybody, for research that the mock has not run, or that
   * should continue without a stream. Calling it again with the same id replaces it.
   */
  keep(research: RetrievedResearch): void
  /**
   * Ends running research, forgets requests and queued scenarios, and answers as it was created to. Scopes stay as they
   * are.
   */
  reset(): void
  /**
   * Makes a part of the mock with its own scenarios, records and runs, which answers the requests of one key.
   * Concurrent tests take one each and do not see each other's.
   * @example using scope = research.scope(); scope.next(torn()); new DeepResearch({ apiKey: scope.apiKey, baseURL })
   * @throws Error if the key already has a scope, or the given account does not accept it
   */
  scope(options?: ScopeOptions): MockScope
  /** Ends all runs, including those of scopes, and stops answering; an earlier mock answers again. */
  dispose(): void
  /** Ends what is still running, for `using`. */
  [Symbol.dispose](): void
}

/** The part of a mocked service that answers one key. */
export interface MockScope extends MockControls {
  /** The key of the requests that the scope answers. */
  readonly apiKey: string
}

/** A mocked service, independent of how its bytes are sent. */
export interface MockService extends MockControls {
  /** Answers a request as the mocked service would. */
  handle(request: Request): Promise<Served>
  /** Whether the key of a request belongs to its account or to one of its scopes. */
  owns(headers: Headers): boolean
}

/** How the service recognises its endpoint. */
export interface ServiceOptions extends MockOptions {
  /** The path of the endpoint. Default: any path that ends with `/v1/research`. */
  path?: string
}

/** The rest of a path after the endpoint's; `undefined` if the path is not below the endpoint. */
function behindEndpoint(pathname: string, path: string | undefined): string | undefined {
  const endpoint = path ?? RESEARCH_PATH
  const at = path === undefined ? pathname.lastIndexOf(endpoint) : pathname.startsWith(endpoint) ? 0 : -1
  return at < 0 ? undefined : pathname.slice(at + endpoint.length)
}

function createState(options: MockOptions): State {
  const clock = options.clock ?? systemClock
  return {
    clock,
    account: options.account,
    chooser: createChooser(options.scenario ?? defaultScenario()),
    log: createRequestLog(),
    runs: createRuns(),
    nextId: createIds(() => clock.now()),
    retentionMs: options.retentionMs ?? RETENTION_MS,
  }
}

async function route(state: State, request: Request, path: string | undefined): Promise<Served> {
  const rest = behindEndpoint(new URL(request.url).pathname, path)
  if (rest === '' && request.method === 'POST') return post(state, request)
  if (rest === '' && request.method === 'DELETE') return cancelByKey(state, request)
  const id = /^\/([^/]+)$/.exec(rest ?? '')?.[1]
  if (id !== undefined && request.method === 'DELETE') return cancelById(state, request, id)
  return id !== undefined && request.method === 'GET' ? retrieve(state, request, id) : unknown(state, request)
}

/** Makes a mocked service with its own state. */
export function createMockService(options: ServiceOptions = {}): MockService {
  const state = createState(options)
  const scopes = createScopes()
  const dispose = () => {
    scopes.dispose()
    state.runs.clear()
  }
  return {
    handle: async (request) => scopes.of(request.headers)?.handle(request) ?? route(state, request, options.path),
    owns(headers) {
      const key = credentialOf(headers)
      return scopes.of(headers) !== undefined || (key !== undefined && options.account?.accepts(key) === true)
    },
    requests: state.log.requests,
    nextRequest: ({ signal } = {}) => state.log.next(signal),
    use: (scenario) => state.chooser.use(scenario),
    next: (...scenarios) => state.chooser.next(scenarios),
    keep: (research) => state.runs.keep(research),
    reset() {
      state.log.clear()
      state.runs.clear()
      state.chooser.use(options.scenario ?? defaultScenario())
    },
    scope: (own = {}) => openScope(scopes, options, own),
    dispose,
    [Symbol.dispose]: dispose,
  }
}

function openScope(scopes: Scopes, { account: _, ...parent }: ServiceOptions, options: ScopeOptions): MockScope {
  checkOptions('scope', options, { ...MOCK_KINDS, apiKey: 'string' })
  const { apiKey = uniqueApiKey(), ...own } = options
  if (own.account?.accepts(apiKey) === false) {
    throw new Error('The account of a scope must accept its key: pass scope() a key of that account as apiKey.')
  }
  const { handle, owns: __, ...controls } = createMockService({ ...parent, ...own })
  const dispose = () => {
    scopes.remove(apiKey)
    controls.dispose()
  }
  scopes.add(apiKey, { handle, dispose })
  return { ...controls, apiKey, dispose, [Symbol.dispose]: dispose }
}
