import { isKnownEvent, type ResearchRequest, type ResearchResult, type StreamEvent } from '@deep-research/sdk'
import { createAnswer } from './playground/answer.ts'
import { byId, element } from './playground/element.ts'
import { type Costs, type Problem, problemOf } from './playground/problems.ts'
import { createProgress } from './playground/progress.ts'
import { cancelResearch, readResearch } from './playground/read-research.ts'
import { curlOf, sdkOf } from './playground/snippets.ts'
import { createTip } from './playground/tip.ts'

/** The playground: one request at a time, through the session. */
const form = byId<HTMLFormElement>('ask')
const runButton = byId<HTMLButtonElement>('run')
const cancelButton = byId<HTMLButtonElement>('cancel')
const { token = '', renewal = '', slots = '', tier = '' } = byId('playground').dataset
const answer = createAnswer(createTip())
const progress = createProgress()

interface Run {
  controller: AbortController
  requestId: string | undefined
  /** Whether it was cancelled here. */
  cancelled: boolean
}

let current: Run | undefined
let waiting: ReturnType<typeof setInterval> | undefined

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
    tier,
    slots: Number(slots),
  }
}

function showCode(): void {
  const body = requestOf()
  const shown = { ...body, query: body.query || 'How did presidents justify the Panama Canal?' }
  byId('curl').textContent = curlOf(shown, location.origin)
  byId('sdk').textContent = sdkOf(shown, location.origin)
}

function tell(text: string): void {
  const status = byId('status')
  if (status.textContent !== text) status.textContent = text
}

function showProblem({ title, advice, waitMs }: Problem): void {
  const box = byId('problem')
  const countdown = element('span')
  box.replaceChildren(element('strong', '', title), ' ', ...advice, ' ', countdown)
  box.hidden = false
  if (waitMs === undefined) return
  const until = Date.now() + waitMs
  const count = () => {
    const seconds = Math.ceil((until - Date.now()) / 1000)
    countdown.textContent = seconds > 0 ? `Try again in about ${seconds} s.` : 'Try again now.'
    if (seconds <= 0) clearInterval(waiting)
  }
  count()
  waiting = setInterval(count, 1_000)
}

function show(event: StreamEvent, most: number): void {
  if (!isKnownEvent(event)) return
  if (event.type === 'research.answer.delta') answer.append(event.data.content)
  else if (event.type === 'research.thinking.delta') progress.think(event.data.content)
  else if (event.type === 'research.tool_call.started') progress.start(event.data)
  else if (event.type === 'research.tool_call.completed') progress.complete(event.data)
  const { iteration } = progress
  const writing = event.type === 'research.answer.delta' ? ', writing the answer' : ''
  tell(iteration > 0 ? `Iteration ${iteration} of up to ${most}${writing} …` : `Researching${writing} …`)
}

function tellResult({ usage, citations }: ResearchResult): void {
  const seconds = (usage.latency_ms / 1000).toFixed(1)
  const verified = citations.filter((citation) => citation.verified).length
  tell(
    `Complete: ${count(usage.iterations, 'iteration')}, ${count(usage.tool_calls, 'tool call')}, ` +
      `${count(usage.sources_cited, 'source')}, ${count(citations.length, 'citation')} (${verified} verified), ${seconds} s.`,
  )
}

/** Where the answer is found again after the page was left. */
function showKept(requestId: string | undefined): void {
  const kept = byId('kept')
  const link = kept.querySelector('a')
  if (!link || requestId === undefined) return
  link.href = `/research/${requestId}`
  kept.hidden = false
}

function count(many: number, name: string): string {
  return `${many} ${name}${many === 1 ? '' : 's'}`
}

async function refreshBalance(): Promise<void> {
  const response = await fetch('/playground/balance', { redirect: 'error' })
  if (response.ok) byId('balance').textContent = (await response.json()).balance
}

function setRunning(run: Run | undefined): void {
  current = run
  runButton.disabled = run !== undefined
  cancelButton.hidden = run === undefined
  cancelButton.disabled = false
}

async function ask(): Promise<void> {
  const body = requestOf()
  const costs = costsOf(body.reasoning_level)
  const run: Run = { controller: new AbortController(), requestId: undefined, cancelled: false }
  setRunning(run)
  clearInterval(waiting)
  byId('problem').hidden = true
  byId('kept').hidden = true
  answer.clear()
  progress.clear()
  tell('Asking …')
  try {
    const result = await readResearch(body, {
      token,
      signal: run.controller.signal,
      started(requestId) {
        run.requestId = requestId
        tell('Researching …')
        refreshBalance().catch(() => {})
      },
      event: (event) => show(event, costs.iterations),
      reconnecting: () => tell('The connection broke. Coming back …'),
    })
    answer.complete(result)
    tellResult(result)
    showKept(run.requestId)
  } catch (error) {
    tell(run.cancelled ? 'Cancelled. Its slot is free; its credits are spent.' : '')
    if (!run.cancelled) showProblem(problemOf(error, costs))
  }
  setRunning(undefined)
  refreshBalance().catch(() => {})
}

async function cancel(): Promise<void> {
  const run = current
  if (!run) return
  run.cancelled = true
  cancelButton.disabled = true
  try {
    if (run.requestId !== undefined) await cancelResearch(run.requestId, token)
  } finally {
    run.controller.abort()
  }
}

form.addEventListener('input', showCode)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!current) ask()
})
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
})
cancelButton.addEventListener('click', () => cancel().catch(() => {}))
// Whoever leaves the page waits for no answer: its slot is freed at once.
addEventListener('pagehide', () => {
  if (current?.requestId !== undefined) cancelResearch(current.requestId, token).catch(() => {})
})
runButton.disabled = false
showCode()
