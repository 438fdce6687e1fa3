import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/** In a thread of its own: the hooks stay for as long as the thread lives. */
const PROGRAM = `
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
const { noteRuns } = await import(workerData)
let run = 0
const wrong = []
const turnTo = noteRuns({ turnTo: (to) => { run = to } })
const look = (own, where) => run === own || wrong.push([own, run, where])
async function* steps(own) {
  for (let step = 0; step < 3; step += 1) {
    await turn()
    look(own, 'after a turn')
    yield step
    look(own, 'after it was asked on')
  }
}
async function research(own) {
  look(own, 'at the beginning')
  for await (const _ of steps(own)) look(own, 'with an event')
  await wait(1)
  look(own, 'after a timer')
  await Promise.all([1, 2].map(async () => { for await (const _ of steps(own)) look(own, 'side by side') }))
}
await Promise.all([1, 2, 3].map((own) => { turnTo(own); return research(own) }))
parentPort.postMessage(wrong)
`

test('of interleaved runs the one is noted that a thread is busy with', async () => {
  const program = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`)
  const worker = new Worker(program, { workerData: new URL('./runs-in-turn.ts', import.meta.url).href })
  const wrong = await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject))
  expect(wrong).toEqual([])
})
