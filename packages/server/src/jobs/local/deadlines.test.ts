import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Deadlines } from './deadlines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(limitMs: number) {
  const ended: string[] = []
  const limited = (name: string) => ({ end: (why: string) => void ended.push(`${name}: ${why}`) })
  return { deadlines: new Deadlines(limitMs), ended, limited }
}

it('ends each after the limit, not before', () => {
  const { deadlines, ended, limited } = open(1_000)
  deadlines.add(limited('first'))
  vi.advanceTimersByTime(400)
  deadlines.add(limited('second'))
  vi.advanceTimersByTime(599)
  expect(ended).toEqual([])
  vi.advanceTimersByTime(2)
  expect(ended).toEqual(['first: timeout'])
  vi.advanceTimersByTime(398)
  expect(ended).toEqual(['first: timeout'])
  vi.advanceTimersByTime(2)
  expect(ended).toEqual(['first: timeout', 'second: timeout'])
  expect(vi.getTimerCount()).toBe(0)
})

it('leaves what was over before, and keeps no timer then', () => {
  const { deadlines, ended, limited } = open(1_000)
  const [first, second] = [limited('first'), limited('second')]
  deadlines.add(first)
  deadlines.add(second)
  deadlines.delete(first)
  expect(vi.getTimerCount()).toBe(1)
  deadlines.delete(second)
  expect(vi.getTimerCount()).toBe(0)
  deadlines.add(second)
  vi.advanceTimersByTime(1_001)
  expect(ended).toEqual(['second: timeout'])
})
