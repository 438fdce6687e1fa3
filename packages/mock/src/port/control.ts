import { HEADERS, isWellFormedApiKey } from '@deep-research/sdk/contract'
import { messageOf } from '#request/message-of.ts'
import type { RecordedRequest } from '#runs/records.ts'
import { parseScenario } from '#scenario/named.ts'
import type { MockControls, MockScope, MockService } from '../service.ts'

/** The path of the controls of a mock on a real port, for tests in another process. */
export const CONTROL_PATH = '/_mock'

/** A response of the controls. */
export interface ControlReply {
  status: number
  body: unknown
}

const HIDDEN: readonly string[] = [HEADERS.apiKey, HEADERS.authorization]

/** A record for another process: keys are shortened to their last four characters. */
function masked(record: RecordedRequest): RecordedRequest {
  const headers = Object.entries(record.headers).map(([name, value]) => [
    name,
    HIDDEN.includes(name) ? `…${value.slice(-4)}` : value,
  ])
  return { ...record, headers: Object.fromEntries(headers) }
}

/** Answers a request to the controls; `undefined` if the path is not one of theirs. */
export type Control = (request: Request) => Promise<ControlReply | undefined>

/**
 * The controls of a mock: `GET /_mock/requests`, `PUT /_mock/scenario` and `POST /_mock/queue` with scenarios as text,
 * one per line, and `POST /_mock/reset`. With a key in `X-API-Key` they affect only the requests of that key, until a
 * reset gives these back to the mock.
 */
export function createControl(service: MockService): Control {
  const scopes = new Map<string, MockScope>()
  const controlled = (headers: Headers): MockControls => {
    const apiKey = headers.get(HEADERS.apiKey)
    if (apiKey === null) return service
    if (!isWellFormedApiKey(apiKey)) throw new Error('X-API-Key is not a well-formed key: use one from testApiKey().')
    const scope = scopes.get(apiKey) ?? service.scope({ apiKey })
    scopes.set(apiKey, scope)
    return scope
  }
  const reset = (headers: Headers) => {
    const controls = controlled(headers)
    controls.reset()
    if (controls === service) return
    controls.dispose()
    scopes.delete(headers.get(HEADERS.apiKey) ?? '')
  }
  return async (request) => {
    const { pathname } = new URL(request.url)
    try {
      switch (`${request.method} ${pathname.slice(CONTROL_PATH.length)}`) {
        case 'GET /requests':
          return { status: 200, body: controlled(request.headers).requests.map(masked) }
        case 'POST /reset':
          reset(request.headers)
          return { status: 200, body: { reset: true } }
        case 'PUT /scenario':
        case 'POST /queue':
          return await setScenarios(controlled(request.headers), request)
        default:
          return undefined
      }
    } catch (error) {
      return { status: 400, body: { message: messageOf(error) } }
    }
  }
}

async function setScenarios(controls: MockControls, request: Request): Promise<ControlReply> {
  const lines = (await request.text()).split('\n').filter((line) => line.trim() !== '')
  const scenarios = lines.map(parseScenario)
  if (request.method === 'PUT') controls.use(scenarios)
  else controls.next(...scenarios)
  return { status: 200, body: { scenarios: scenarios.map(({ name }) => name) } }
}
