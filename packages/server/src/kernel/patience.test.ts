import { MessageChannel } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { Patience } from './patience.ts'

/** Stops the event loop, in milliseconds. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

it('ends, and says so once', async () => {
  const patience = new Patience(20)
  expect(patience.isOver).toBe(false)
  await new Promise<void>((resolve) => patience.whenOver(resolve))
  expect(patience.isOver).toBe(true)
})

it('is spent by waits, whatever they are for', async () => {
  const patience = new Patience(4)
  await patience.wait(3)
  expect(patience.isOver).toBe(false)
  await patience.wait(1)
  expect(patience.isOver).toBe(true)
})

it('does not end while the event loop stands still, nor before the replies to several questions that came meanwhile', async () => {
  const { port1, port2 } = new MessageChannel()
  let answered = 0
  // Here the event loop comes to its timers next.
  await new Promise(setImmediate)
  const told = await new Promise<string>((resolve) => {
    const forget = new Patience(50).whenOver(() => resolve('too late'))
    port1.on('message', () => {
      answered += 1
      if (answered < 5) return port2.postMessage('reply')
      forget()
      resolve('in time')
    })
    port2.postMessage('reply')
    standStill(200)
  })
  port1.close()
  expect(told).toBe('in time')
})

it('does not end before a reply that came while the event loop stood still in its last step', async () => {
  const { port1, port2 } = new MessageChannel()
  const patience = new Patience(50)
  await patience.wait(45)
  await new Promise(setImmediate)
  const told = await new Promise<string>((resolve) => {
    const forget = patience.whenOver(() => resolve('too late'))
    port1.on('message', () => {
      forget()
      resolve('in time')
    })
    port2.postMessage('reply')
    standStill(100)
  })
  port1.close()
  expect(told).toBe('in time')
})
