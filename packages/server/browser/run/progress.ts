import type { ToolCallCompletedEvent, ToolCallStartedEvent } from '@deep-research/sdk/types'
import { byId, element } from './element.ts'

/** Thinking and tool calls by iteration, each folded into a line once the next one begins. */
export interface ProgressView {
  clear(): void
  think(content: string): void
  start(call: ToolCallStartedEvent['data']): void
  complete(call: ToolCallCompletedEvent['data']): void
  /** Folds what is still open. */
  end(): void
  readonly iteration: number
}

interface Step {
  details: HTMLDetailsElement
  summary: HTMLElement
  calls: HTMLElement
  thought: HTMLElement
  /** How often each tool was called. */
  counts: Map<string, number>
  failed: number
}

/** Characters of a call's arguments that are shown. */
const ARGUMENTS = 160

/** What calls of a tool are called: one, several. */
const NAMES: Record<string, [string, string]> = {
  search: ['search', 'searches'],
  web_search: ['web search', 'web searches'],
  read: ['page read', 'pages read'],
  fetch: ['page fetched', 'pages fetched'],
}

export function createProgress(): ProgressView {
  const list = byId('progress')
  const section = byId('progress-section')
  const open = new Map<string, { verdict: HTMLElement; step: Step }>()
  let steps = new Map<number, Step>()
  let iteration = 0

  const stepOf = (number: number): Step => {
    const known = steps.get(number)
    if (known) return known
    for (const { details } of steps.values()) details.open = false
    section.hidden = false
    const step = createStep(number)
    list.append(element('li', '', step.details))
    steps.set(number, step)
    return step
  }

  return {
    get iteration() {
      return iteration
    },
    clear() {
      list.replaceChildren()
      section.hidden = true
      open.clear()
      steps = new Map()
      iteration = 0
    },
    think(content) {
      const { thought } = stepOf(Math.max(1, iteration))
      thought.hidden = false
      thought.append(content)
    },
    start({ tool_call_id, name, arguments: given, iteration: at }) {
      iteration = Math.max(iteration, at)
      const step = stepOf(at)
      const verdict = element('span', 'muted', '…')
      open.set(tool_call_id, { verdict, step })
      step.calls.append(element('li', '', element('code', '', `${name}(${short(given)})`), ' ', verdict))
      step.counts.set(name, (step.counts.get(name) ?? 0) + 1)
      summarise(step)
    },
    complete({ tool_call_id, status, duration_ms, error }) {
      const call = open.get(tool_call_id)
      if (!call) return
      const { verdict, step } = call
      verdict.textContent = status === 'ok' ? `${duration_ms} ms` : (error?.message ?? 'failed')
      if (status === 'ok') return
      verdict.className = 'verdict no'
      step.failed += 1
      summarise(step)
    },
    end() {
      for (const { details } of steps.values()) details.open = false
    },
  }
}

function createStep(number: number): Step {
  const summary = element('span', 'muted')
  const calls = element('ul')
  const thought = element('p', 'thought')
  thought.hidden = true
  // A long thought is scrolled, by keyboard too.
  thought.tabIndex = 0
  const details = element(
    'details',
    '',
    element('summary', '', element('b', '', `Iteration ${number}`), ' ', summary),
    calls,
    thought,
  )
  details.open = true
  return { details, summary, calls, thought, counts: new Map(), failed: 0 }
}

function summarise({ summary, counts, failed }: Step): void {
  const called = [...counts].map(([name, many]) => {
    const [one, several] = NAMES[name] ?? [`${name} call`, `${name} calls`]
    return `${many} ${many === 1 ? one : several}`
  })
  summary.textContent = [...called, ...(failed > 0 ? [`${failed} failed`] : [])].join(', ')
}

/** One argument stands for itself; several with their names. */
function short(given: object): string {
  const values = Object.values(given)
  const text = JSON.stringify(values.length === 1 ? values[0] : given) ?? ''
  return text.length > ARGUMENTS ? `${text.slice(0, ARGUMENTS)}…` : text
}
