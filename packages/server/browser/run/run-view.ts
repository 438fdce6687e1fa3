import { isKnownEvent, type ResearchResult, type StreamEvent } from '@deep-research/sdk'
import type { Passage } from '../../src/dashboard/answer/passage.ts'
import { createAnswer } from './answer.ts'
import { addCards } from './cards.ts'
import { byId } from './element.ts'
import { createProgress } from './progress.ts'
import { type ReadOptions, readResearch, type Start } from './read-research.ts'
import { showSources } from './sources.ts'

/** Shows one research at a time: how it stands, its progress, its answer and its sources. */
export interface RunView {
  clear(): void
  /** Told to whoever looks and to whoever listens; the same text again is not told. */
  tell(text: string): void
  /**
   * Shows research from its beginning to its end.
   * @throws what `readResearch` throws
   */
  follow(start: Start, options: FollowOptions): Promise<void>
}

export interface FollowOptions extends Pick<ReadOptions, 'token' | 'signal' | 'started'> {
  /** The most iterations of the level. */
  iterations: number
}

export function createRunView(): RunView {
  const answer = createAnswer()
  const progress = createProgress()
  const hideCard = addCards()
  const status = byId('status')
  const answerSection = byId('answer-section')
  const tell = (text: string) => {
    if (status.textContent !== text) status.textContent = text
  }
  const show = (event: StreamEvent, most: number) => {
    if (!isKnownEvent(event)) return
    if (event.type === 'research.answer.delta') {
      answerSection.hidden = false
      answer.append(event.data.content)
      tell('Writing the answer…')
      return
    }
    if (event.type === 'research.thinking.delta') progress.think(event.data.content)
    else if (event.type === 'research.tool_call.started') progress.start(event.data)
    else if (event.type === 'research.tool_call.completed') progress.complete(event.data)
    // The end tells its own text.
    else return
    if (progress.iteration > 0) tell(`Researching: iteration ${progress.iteration} of up to ${most}…`)
  }
  return {
    tell,
    clear() {
      hideCard()
      answer.clear()
      progress.clear()
      answerSection.hidden = true
      byId('sources-section').hidden = true
    },
    async follow(start, { iterations, started, ...options }) {
      const result = await readResearch(start, {
        ...options,
        started(requestId) {
          byId('run').dataset['request'] = requestId
          tell('Researching…')
          started(requestId)
        },
        event: (event) => show(event, iterations),
        reconnecting: () => tell('The connection was lost. Reconnecting…'),
      })
      progress.end()
      answerSection.hidden = false
      answer.complete(result)
      showSources(result, await loadPassages(byId('run').dataset['request'] ?? ''))
      tell(summaryOf(result))
    },
  }
}

/** Passages in context; without them the quotations stand alone. */
async function loadPassages(requestId: string): Promise<Record<string, Passage>> {
  try {
    const response = await fetch(`/research/${requestId}/passages`, { redirect: 'error' })
    return response.ok ? await response.json() : {}
  } catch {
    return {}
  }
}

function summaryOf({ usage, citations }: ResearchResult): string {
  const seconds = (usage.latency_ms / 1000).toFixed(1)
  const isQuoted = citations.every(({ verification }) => verification?.method === 'verbatim')
  const unverified = citations.filter(({ verified }) => !verified).length
  const cited = count(citations.length, isQuoted ? 'quotation' : 'citation')
  const checked = unverified === 0 ? cited : `${cited} (${unverified} not borne out)`
  return (
    `Complete: ${count(usage.iterations, 'iteration')}, ${count(usage.tool_calls, 'tool call')}, ` +
    `${count(usage.sources_cited, 'source')}, ${checked}, ${seconds} s.`
  )
}

function count(many: number, name: string): string {
  return `${many} ${name}${many === 1 ? '' : 's'}`
}
