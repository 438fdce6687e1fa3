import { expect, it } from 'vitest'
import { createFairQueue, QueueFull } from './fair-queue.ts'

/** Work that ends when it is told to, and what was started so far. */
function script() {
  const started: string[] = []
  const running: (() => void)[] = []
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve) => running.push(() => resolve(name)))
  }
  const finishOne = async () => {
    running.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { started, work, finishOne }
}

it('gives each owner its turn, however much another asked for before', async () => {
  const { started, work, finishOne } = script()
  const queue = createFairQueue({ atOnce: 1, maxWaiting: 100 })
  for (let index = 0; index < 50; index += 1) queue.run('flood', work(`flood ${index}`))
  queue.run('ada', work('ada 0'))
  queue.run('ada', work('ada 1'))
  queue.run('bob', work('bob 0'))
  for (let index = 0; index < 6; index += 1) await finishOne()
  expect(started).toEqual(['flood 0', 'flood 1', 'ada 0', 'bob 0', 'flood 2', 'ada 1', 'flood 3'])
})

it('does no more at once than it may, and refuses the last of whoever waits most', async () => {
  const { started, work, finishOne } = script()
  const queue = createFairQueue({ atOnce: 2, maxWaiting: 4 })
  const flood = Array.from({ length: 7 }, (_, index) => queue.run('flood', work(`flood ${index}`)))
  const settled = Promise.allSettled(flood)
  const ada = queue.run('ada', work('ada'))
  expect(started).toHaveLength(2)
  for (let index = 0; index < 7; index += 1) await finishOne()
  expect(await ada).toBe('ada')
  const refused = (await settled).flatMap((one, index) => (one.status === 'rejected' ? [[index, one.reason]] : []))
  expect(refused).toEqual([5, 6].map((index) => [index, expect.any(QueueFull)]))
})

it('goes on after work that failed, and after an empty queue', async () => {
  const queue = createFairQueue({ atOnce: 1, maxWaiting: 1 })
  await expect(queue.run('ada', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run('ada', async () => 1)).toBe(1)
  expect(await Promise.all([queue.run('ada', async () => 2), queue.run('bob', async () => 3)])).toEqual([2, 3])
})

it('refuses the newcomer where nobody has more than one piece waiting, and loses no turn by it', async () => {
  const { work, finishOne } = script()
  const queue = createFairQueue({ atOnce: 1, maxWaiting: 2 })
  const asked = ['ada', 'bob', 'cy', 'dan'].map((owner) => queue.run(owner, work(owner)))
  const settled = Promise.allSettled(asked)
  for (let index = 0; index < 3; index += 1) await finishOne()
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(await queue.run('eve', async () => 'again')).toBe('again')
})
