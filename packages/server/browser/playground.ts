import type { ResearchRequest } from '@deep-research/sdk'
import { snippetsOf } from '../src/dashboard/answer/snippets.ts'
import { byId } from './run/element.ts'
import { hideProblem, showProblem } from './run/problem-box.ts'
import { type Costs, problemOf } from './run/problems.ts'
import { cancelResearch, type Start } from './run/read-research.ts'
import { createRunView } from './run/run-view.ts'

/** The playground: one request at a time, through the session. What is asked goes on when the page is left. */
const form = byId<HTMLFormElement>('ask')
const askButton = byId<HTMLButtonElement>('ask-button')
const cancelButton = byId<HTMLButtonElement>('cancel')
const anotherButton = byId<HTMLButtonElement>('another')
const question = form.querySelector('textarea')
const { token = '', renewal = '', zone = '', slots = '', tier = '', running } = byId('run').dataset
const view = createRunView()

interface Run {
  controller: AbortController
  requestId: string | undefined
  /** Whether it was cancelled here, or only left. */
  end: 'cancelled' | 'left' | undefined
}

let current: Run | undefined

function requestOf(): ResearchRequest {
  const data = new FormData(form)
  return {
    query: String(data.get('query') ?? ''),
    reasoning_level: String(data.get('reasoning_level')) as 'low' | 'medium' | 'high',
    options: { include_thinking: data.has('include_thinking'), include_tool_calls: data.has('include_tool_calls') },
  }
}

function costsOf(level = ''): Costs & { iterations: number } {
  const { credits, iterations } = form.querySelector<HTMLInputElement>(`input[value="${level}"]`)?.dataset ?? {}
  return {
    level,
    credits: Number(credits),
    iterations: Number(iterations),
    renewal: Number(renewal),
    zone,
    tier,
    slots: Number(slots),
  }
}

function showCode(): void {
  const body = requestOf()
  const shown = { ...body, query: body.query || (form.dataset['example'] ?? '') }
  for (const [name, code] of Object.entries(snippetsOf(shown, location.origin))) byId(`code-${name}`).textContent = code
}

/** Where the answer is found again after the page was left. */
function showPermalink(requestId: string): void {
  const kept = byId('kept')
  const link = kept.querySelector('a')
  if (link) link.href = `/research/${requestId}`
  kept.hidden = false
}

async function refreshBalance(): Promise<void> {
  const response = await fetch('/playground/balance', { redirect: 'error' })
  if (response.ok) byId('balance').textContent = (await response.json()).balance
}

function setRunning(run: Run | undefined): void {
  current = run
  // A button that is disabled or hidden would lose the focus.
  askButton.ariaDisabled = String(run !== undefined)
  if (!run && document.activeElement === cancelButton) askButton.focus()
  cancelButton.hidden = run === undefined
  anotherButton.hidden = run === undefined
}

async function follow(start: Start): Promise<void> {
  const costs = costsOf(requestOf().reasoning_level)
  const run: Run = { controller: new AbortController(), requestId: undefined, end: undefined }
  setRunning(run)
  hideProblem()
  byId('kept').hidden = true
  view.clear()
  view.tell('ask' in start ? 'Asking…' : 'Opening what is running…')
  try {
    await view.follow(start, {
      token,
      signal: run.controller.signal,
      iterations: costs.iterations,
      started(requestId) {
        run.requestId = requestId
        // A reload finds it again.
        history.replaceState(null, '', `/playground?run=${requestId}`)
        showPermalink(requestId)
        refreshBalance().catch(() => {})
      },
    })
  } catch (error) {
    if (run.end === 'left') return
    view.tell(run.end === 'cancelled' ? 'Cancelled. The credits for this request are spent.' : '')
    if (run.end === undefined) showProblem(problemOf(error, costs))
  }
  setRunning(undefined)
  refreshBalance().catch(() => {})
}

async function cancel(): Promise<void> {
  const run = current
  if (!run || run.end !== undefined) return
  run.end = 'cancelled'
  try {
    if (run.requestId !== undefined) await cancelResearch(run.requestId, token)
  } finally {
    run.controller.abort()
  }
}

/** Makes room for another question; what runs goes on, and is found in the history. */
function leave(): void {
  if (!current) return
  current.end = 'left'
  current.controller.abort()
  setRunning(undefined)
  view.clear()
  byId('kept').hidden = true
  view.tell('Your last question is still running. You can find it in the history.')
  history.replaceState(null, '', '/playground')
  form.reset()
  question?.focus()
}

form.addEventListener('input', showCode)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!current) follow({ ask: requestOf() })
})
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
})
cancelButton.addEventListener('click', () => cancel().catch(() => {}))
anotherButton.addEventListener('click', leave)
askButton.disabled = false
showCode()
if (running) follow({ follow: running })
