import { RESEARCH_PATH } from '@deep-research/sdk/contract'
import * as msw from 'msw'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { requireMsw } from './require-msw.ts'
import { createMockService, type MockOptions, type MockService } from './service.ts'
import { toResponse } from './to-response.ts'

export interface HandlerOptions extends MockOptions {
  /**
   * The base URL of the mocked service. Default: none, the path `/v1/research` on every host. With one, every other
   * path below its `/v1` is answered as well, with 404.
   */
  baseURL?: string
}

function handlersOf(service: MockService, baseURL: string | undefined): HttpHandler[] {
  requireMsw(msw)
  const resolve = async ({ request }: { request: Request }) => {
    const response = await toResponse(await service.handle(request), request.signal)
    return response ?? HttpResponse.error()
  }
  const base = baseURL === undefined ? '*' : baseURL.replace(/\/+$/, '')
  const paths = [RESEARCH_PATH, `${RESEARCH_PATH}/*`, ...(baseURL === undefined ? [] : ['/v1/*'])]
  return paths.map((path) => http.all(`${base}${path}`, resolve))
}

/**
 * MSW handlers of a mocked service.
 * @example setupServer(...researchHandlers({ scenario: httpError('RATE_LIMIT_EXCEEDED') }))
 * @throws Error where MSW is older than 3
 */
export function researchHandlers(options: HandlerOptions = {}): HttpHandler[] {
  return handlersOf(createMockService(options), options.baseURL)
}

/** A mocked service that is installed in an MSW server or worker. */
export type MockResearch = Omit<MockService, 'handle'>

/**
 * Installs a mocked service in a running MSW server or worker, and gives its controls.
 * @param server - what `setupServer` or `setupWorker` returned
 * @example const research = mockResearch(server); research.next(httpError('PROXY_ERROR'))
 * @throws Error where MSW is older than 3
 */
export function mockResearch(
  server: { use(...handlers: HttpHandler[]): void },
  options: HandlerOptions = {},
): MockResearch {
  const service = createMockService(options)
  server.use(...handlersOf(service, options.baseURL))
  return service
}
