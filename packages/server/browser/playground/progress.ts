import type { ToolCallCompletedEvent, ToolCallStartedEvent } from '@deep-research/sdk'
import { byId, element } from './element.ts'

/** Thinking and tool calls, by iteration. */
export interface ProgressView {
  clear(): void
  think(content: string): void
  start(call: ToolCallStartedEvent['data']): void
  complete(call: ToolCallCompletedEvent['data']): void
  readonly iteration: number
  readonly calls: number
}

interface Step {
  calls: HTMLElement
  thought: HTMLElement
}

/** Characters of a call's arguments that are shown. */
const ARGUMENTS = 160

export function createProgress(): ProgressView {
  const list = byId('progress')
  const none = byId('no-progress')
  const open = new Map<string, HTMLElement>()
  let steps = new Map<number, Step>()
  let iteration = 0
  let calls = 0

  const stepOf = (number: number): Step => {
    const known = steps.get(number)
    if (known) return known
    none.hidden = true
    const step = { calls: element('ul'), thought: element('p', 'thought') }
    step.thought.hidden = true
    step.calls.hidden = true
    list.append(element('li', '', element('b', '', `Iteration ${number}`), step.calls, step.thought))
    steps.set(number, step)
    return step
  }

  return {
    get iteration() {
      return iteration
    },
    get calls() {
      return calls
    },
    clear() {
      list.replaceChildren()
      none.hidden = false
      open.clear()
      steps = new Map()
      iteration = 0
      calls = 0
    },
    think(content) {
      const { thought } = stepOf(Math.max(1, iteration))
      thought.hidden = false
      thought.append(content)
    },
    start({ tool_call_id, name, arguments: given, iteration: at }) {
      iteration = Math.max(iteration, at)
      calls += 1
      const step = stepOf(at)
      const verdict = element('span', 'muted', '…')
      open.set(tool_call_id, verdict)
      step.calls.hidden = false
      step.calls.append(element('li', '', element('code', '', `${name}(${short(given)})`), ' ', verdict))
    },
    complete({ tool_call_id, status, duration_ms, error }) {
      const verdict = open.get(tool_call_id)
      if (!verdict) return
      verdict.textContent = status === 'ok' ? `${duration_ms} ms` : (error?.message ?? 'failed')
      if (status !== 'ok') verdict.className = 'verdict no'
    },
  }
}

/** One argument stands for itself; several with their names. */
function short(given: object): string {
  const values = Object.values(given)
  const text = JSON.stringify(values.length === 1 ? values[0] : given) ?? ''
  return text.length > ARGUMENTS ? `${text.slice(0, ARGUMENTS)}…` : text
}
