import type { EventStep, Exchange, SentEnvelope } from './scenario.ts'

/** The text of an event's data line, dated now. */
export function envelopeText(step: EventStep, exchange: Exchange): string {
  const envelope: SentEnvelope = {
    type: step.type,
    request_id: exchange.requestId,
    timestamp: new Date(exchange.clock.now()).toISOString(),
    data: typeof step.data === 'function' ? step.data(exchange) : step.data,
  }
  const written = step.edit === undefined ? envelope : step.edit(envelope)
  return typeof written === 'string' ? written : JSON.stringify(written)
}
