import { byId, element } from './element.ts'
import type { Problem } from './problems.ts'

let waiting: ReturnType<typeof setInterval> | undefined

/** Shows what went wrong and what to do, and for how long to wait where that helps. */
export function showProblem({ title, advice, waitMs }: Problem): void {
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

export function hideProblem(): void {
  clearInterval(waiting)
  byId('problem').hidden = true
}
