import { at, textIn } from '#model/client/at.ts'
import { sourcesIn } from './text-parts.ts'
import { listOf, type Wire } from './wire.ts'

/**
 * Tavily's research: https://docs.tavily.com/documentation/api-reference/endpoint/research,
 * https://docs.tavily.com/documentation/api-reference/endpoint/research-get. Its stream cannot be taken up again, so its state is
 * asked for. It cannot be ended.
 */
export const tavily: Wire = (sent) => {
  const id = textIn(at(sent, 'request_id'))
  const status = textIn(at(sent, 'status'))
  const isOver = /^(?:failed|cancelled|error)$/.test(status)
  const text = textIn(at(sent, 'content'))
  return {
    ...(id !== '' && { id }),
    events: [],
    state: status === 'completed' ? 'completed' : isOver ? 'ended' : 'running',
    ...(isOver && { fault: at(sent, 'error') ?? sent }),
    ...(status === 'completed' && {
      report: { text, sources: sourcesIn(listOf(at(sent, 'sources'))), annotations: [] },
    }),
  }
}
