import { RESEARCH_PATH } from '@deep-research/sdk/contract'
import * as msw from 'msw'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { checkOptions, type Kinds } from '#options/check-options.ts'
import { createMockService, MOCK_KINDS, type MockControls, type MockOptions, type MockService } from '../service.ts'
import { asService, isRelayed } from './relayed.ts'
import { requireMsw } from './require-msw.ts'
import { toResponse } from './to-response.ts'

/** What the handlers of a mocked service are made of. */
export interface HandlerOptions extends MockOptions {
  /**
   * The base URL of the mocked service. Default: none, which answers the path `/v1/research` on every host. With one,
   * all other paths below its `/v1` are answered too, with 404.
   */
  baseURL?: string
  /**
   * The path of a relay, such as `/api/research`, which is answered as the SDK's `createRelay` answers a page: without
   * a key (the service gets `testApiKey()`). For pages in Storybook and in tests of components. Default: none.
   */
  relay?: string
}

const HANDLER_KINDS: Kinds<HandlerOptions> = { ...MOCK_KINDS, baseURL: 'string', relay: 'string' }

/** Whether a mock with this base URL answers a URL. */
function covers(url: URL, baseURL: string | undefined): boolean {
  if (baseURL === undefined) return new RegExp(`${RESEARCH_PATH}(?:/|$)`).test(url.pathname)
  const base = new URL(baseURL, url)
  return url.origin === base.origin && url.pathname.startsWith(`${base.pathname.replace(/(?<!\/)\/+$/, '')}/v1/`)
}

function handlerOf(
  service: MockService,
  relay: string | undefined,
  answers: (request: Request) => boolean,
): HttpHandler {
  requireMsw(msw)
  return http.all(
    ({ request }) => answers(request),
    async ({ request }) => {
      const asked = isRelayed(request, relay) ? asService(request) : request
      const response = await toResponse(await service.handle(asked), request.signal)
      return response ?? HttpResponse.error()
    },
  )
}

/**
 * Makes MSW handlers of a mocked service.
 * @example setupServer(...researchHandlers({ scenario: httpError('RATE_LIMIT_EXCEEDED') }))
 * @throws Error if MSW is older than 3
 */
export function researchHandlers(options: HandlerOptions = {}): HttpHandler[] {
  checkOptions('researchHandlers', options, HANDLER_KINDS)
  const service = createMockService(options)
  const { baseURL, relay } = options
  return [handlerOf(service, relay, (request) => isRelayed(request, relay) || covers(new URL(request.url), baseURL))]
}

/** A mocked service that is installed in an MSW server or worker. */
export type MockResearch = MockControls

/** What the mock needs from the result of `setupServer` or `setupWorker`. */
export interface HandlerHost {
  /** Puts handlers before all others. */
  use(...handlers: HttpHandler[]): void
  /** The handlers that are in use now. */
  listHandlers(): readonly object[]
}

/** How well a request fits an installed mock; 0 means not at all. */
type Claim = (request: Request) => number

const installed = new WeakMap<object, Claim>()

/** The relay's path and a known key count most, then the base URL. */
function claimOf(service: MockService, { baseURL, relay }: HandlerOptions): Claim {
  const [byURL, byKey] = baseURL === undefined ? [1, 3] : [2, 4]
  return (request) => {
    const { url, headers } = request
    if (isRelayed(request, relay)) return byKey
    if (!covers(new URL(url), baseURL)) return 0
    return service.owns(headers) ? byKey : byURL
  }
}

/**
 * Installs a mocked service in a running MSW server or worker and returns its controls. If several are installed, the
 * one whose account or scope has the request's key answers, else the one with the request's base URL, else the newest.
 * @param server - the result of `setupServer` or `setupWorker`
 * @example using research = mockResearch(server); research.next(httpError('PROXY_ERROR'))
 * @throws Error if MSW is older than 3
 */
export function mockResearch(server: HandlerHost, options: HandlerOptions = {}): MockResearch {
  if (typeof server?.use !== 'function') {
    throw new TypeError('mockResearch() takes what setupServer() or setupWorker() returned, and then its options.')
  }
  checkOptions('mockResearch', options, HANDLER_KINDS)
  const service = createMockService(options)
  const { handle: _, owns: __, ...controls } = service
  const whileLive = claimOf(service, options)
  let disposed = false
  const claim: Claim = (request) => (disposed ? 0 : whileLive(request))
  const answers = (request: Request) => {
    const own = claim(request)
    return own > 0 && server.listHandlers().every((other) => (installed.get(other)?.(request) ?? 0) <= own)
  }
  const handler = handlerOf(service, options.relay, answers)
  installed.set(handler, claim)
  server.use(handler)
  const dispose = () => {
    disposed = true
    controls.dispose()
  }
  return { ...controls, dispose, [Symbol.dispose]: dispose }
}
