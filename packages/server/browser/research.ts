import { byId } from './run/element.ts'
import { showProblem } from './run/problem-box.ts'
import { problemOf } from './run/problems.ts'
import { createRunView } from './run/run-view.ts'

/** The page of a request that runs. */
async function follow(requestId: string): Promise<void> {
  const { token = '', level = '', iterations } = byId('run').dataset
  const view = createRunView()
  try {
    await view.follow(
      { follow: requestId },
      { token, signal: new AbortController().signal, iterations: Number(iterations), started() {} },
    )
    byId('running').hidden = true
    for (const badge of document.querySelectorAll('[data-status]')) {
      badge.className = 'badge completed'
      badge.textContent = 'completed'
    }
  } catch (error) {
    byId('running').hidden = true
    view.tell('')
    showProblem(problemOf(error, { level, credits: 0, renewal: 0, zone: 'UTC', tier: '', slots: 0 }))
  }
}

const { running } = byId('run').dataset
if (running) follow(running)
