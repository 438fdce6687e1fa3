import { HEADERS } from '@deep-research/sdk/contract'
import { parseScenario } from '#scenario/named.ts'
import { messageOf } from '../message-of.ts'
import type { RecordedRequest } from '../records.ts'
import type { MockService } from '../service.ts'

/** Where the controls of a mock on a real port are, for tests that are another process. */
export const CONTROL_PATH = '/_mock'

/** What the controls answer. */
export interface ControlReply {
  status: number
  body: unknown
}

const HIDDEN: readonly string[] = [HEADERS.apiKey, HEADERS.authorization]

/** A record as it leaves the process: keys shortened to their last four characters. */
function masked(record: RecordedRequest): RecordedRequest {
  const headers = Object.entries(record.headers).map(([name, value]) => [
    name,
    HIDDEN.includes(name) ? `…${value.slice(-4)}` : value,
  ])
  return { ...record, headers: Object.fromEntries(headers) }
}

/**
 * Answers a request to the controls: `GET /_mock/requests`, `PUT /_mock/scenario` and `POST /_mock/queue` with
 * scenarios as text, one a line, and `POST /_mock/reset`. `undefined` where the path is none of them.
 */
export async function control(service: MockService, request: Request): Promise<ControlReply | undefined> {
  const { pathname } = new URL(request.url)
  switch (`${request.method} ${pathname.slice(CONTROL_PATH.length)}`) {
    case 'GET /requests':
      return { status: 200, body: service.requests.map(masked) }
    case 'POST /reset':
      service.reset()
      return { status: 200, body: { reset: true } }
    case 'PUT /scenario':
    case 'POST /queue':
      return setScenarios(service, request)
    default:
      return undefined
  }
}

async function setScenarios(service: MockService, request: Request): Promise<ControlReply> {
  try {
    const lines = (await request.text()).split('\n').filter((line) => line.trim() !== '')
    const scenarios = lines.map(parseScenario)
    if (request.method === 'PUT') service.use(scenarios)
    else service.next(...scenarios)
    return { status: 200, body: { scenarios: scenarios.map(({ name }) => name) } }
  } catch (error) {
    return { status: 400, body: { message: messageOf(error) } }
  }
}
