import { HEADERS } from '@deep-research/sdk/contract'
import type { Exchange } from '../exchange.ts'
import { type Finding, type Judged, judge, notTestable } from '../finding.ts'
import { offers } from '../offers.ts'
import type { Probe } from '../probe.ts'

/** An id of the right form that no service has issued. */
export const UNKNOWN_ID = 'req_00000000000070008000000000000000'

export const OFFERS_NOTHING = 'the service does not offer to resume (no X-Research-Resumable)'

/** The service's own id of a request. */
export const idOf = ({ headers }: Exchange): string => headers.get(HEADERS.requestId) ?? ''

/** Runs a case only if the service offers to resume streams. */
export async function whereOffered(probe: Probe, test: (stream: Exchange) => Promise<Judged>): Promise<Finding> {
  const stream = await probe.stream('plain')
  return offers(stream.headers) ? judge(await test(stream)) : notTestable(OFFERS_NOTHING)
}
