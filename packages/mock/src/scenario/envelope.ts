import type { EventStep, Exchange, SentEnvelope } from './scenario.ts'

/** What an event writes if it is sent now: its envelope, or the result of editing that. */
export function written(step: EventStep, exchange: Exchange): unknown {
  const envelope: SentEnvelope = {
    type: step.type,
    request_id: exchange.requestId,
    timestamp: new Date(exchange.clock.now()).toISOString(),
    data: typeof step.data === 'function' ? step.data(exchange) : step.data,
  }
  return step.edit === undefined ? envelope : step.edit(envelope)
}

/** The text of an event's data line, if it is sent now. */
export function envelopeText(step: EventStep, exchange: Exchange): string {
  const value = written(step, exchange)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
