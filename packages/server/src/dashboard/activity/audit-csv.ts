import type { EventQuery, SecurityEventStore } from '#accounts/security-event.ts'
import { EVENT_COLUMNS, eventShape, shapesCsv } from '#http/operator/shapes.ts'

/** Events that are read at a time. */
const AT_ONCE = 200

/** The audit trail for a spreadsheet, the newest first, piece by piece: as the operator's API writes it. */
export async function* auditLines(
  securityEvents: Pick<SecurityEventStore, 'list'>,
  query: Omit<EventQuery, 'after' | 'limit'>,
): AsyncGenerator<string> {
  let after: string | undefined
  let isFirst = true
  do {
    const { items, next } = await securityEvents.list({ ...query, after, limit: AT_ONCE })
    const text = shapesCsv(EVENT_COLUMNS, items.map(eventShape))
    yield isFirst ? text : text.slice(text.indexOf('\n') + 1)
    isFirst = false
    after = next
  } while (after !== undefined)
}
