import { createServer, type Server, type ServerResponse } from 'node:http'
import { RESEARCH_PATH } from '@deep-research/sdk/contract'
import { checkOptions } from '#options/check-options.ts'
import { createMockService, MOCK_KINDS, type MockControls, type MockOptions, type MockService } from '../service.ts'
import { CONTROL_PATH, type Control, createControl } from './control.ts'
import { send } from './send.ts'
import { toRequest } from './to-request.ts'

/** Options of the mock, and where it listens. */
export interface MockServerOptions extends MockOptions {
  /** Default: 0, any free port. */
  port?: number
  /** Default: `127.0.0.1`. */
  host?: string
  /** Called with errors of the mock itself, such as a scenario that throws. Default: `console.error`. */
  onError?: (error: unknown) => void
}

/** A mocked service on a real port. */
export interface MockServer extends Omit<MockControls, 'dispose' | typeof Symbol.dispose> {
  /** The base URL, such as `http://127.0.0.1:41873`. */
  readonly url: string
  /** The port on which it listens. */
  readonly port: number
  /** Breaks open connections and frees the port. */
  close(): Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

async function answer(
  service: MockService,
  control: Control,
  request: Request,
  response: ServerResponse,
): Promise<void> {
  if (new URL(request.url).pathname.startsWith(`${CONTROL_PATH}/`)) {
    const reply = await control(request)
    if (reply !== undefined) {
      response.writeHead(reply.status, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(reply.body))
      return
    }
  }
  await send(await service.handle(request), response)
}

/**
 * Starts a mocked service on a real port, for programs in another process and for what only real sockets do.
 * @example await using mock = await startMockServer({ scenario: torn({ after: 2 }) })
 * @throws Error of node:net if the port is in use
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const { port = 0, host = '127.0.0.1', onError = console.error, ...mockOptions } = options
  checkOptions('startMockServer', options, { ...MOCK_KINDS, port: 'number', host: 'string', onError: 'function' })
  const service = createMockService({ ...mockOptions, path: RESEARCH_PATH })
  const control = createControl(service)
  const server = createServer((message, response) => {
    answer(service, control, toRequest(message), response).catch((error: unknown) => {
      onError(error)
      response.destroy()
    })
  })
  const bound = await listen(server, port, host)
  const close = async () => {
    service.dispose()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }
  const { requests, nextRequest, use, next, keep, reset, scope } = service
  const hostname = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${hostname}:${bound}`,
    port: bound,
    requests,
    nextRequest,
    use,
    next,
    keep,
    reset,
    scope,
    close,
    [Symbol.asyncDispose]: close,
  }
}
