import type { EngineEvent } from '@deep-research/engine'
import { expect, test } from 'vitest'
import { Course, NOTHING_TOLD, OtherCourseError } from './course.ts'

const call = (duration_ms: number): EngineEvent => ({
  type: 'tool_call.completed',
  call: { tool_call_id: 'call_1', name: 'search', status: 'ok', duration_ms, result: {} },
})
const EVENTS: EngineEvent[] = [
  { type: 'thinking', content: 'a' },
  call(3),
  { type: 'answer', content: 'b' },
  { type: 'answer', content: 'c' },
]

/** What was told of the first events. */
function toldOf(count: number) {
  const course = new Course(NOTHING_TOLD)
  for (const event of EVENTS.slice(0, count)) course.take(event)
  return course.told
}

test('of a run that is done again, what was told before is known, however long it took', () => {
  for (let count = 0; count <= EVENTS.length; count += 1) {
    const course = new Course(toldOf(count))
    const again = EVENTS.map((event, index) => course.take(index === 1 ? call(9) : event))
    expect(again).toEqual(EVENTS.map((_, index) => index < count))
    expect(course.told).toEqual(toldOf(EVENTS.length))
    course.end()
  }
})

test('a run that tells something else, or less, cannot go on', () => {
  const other = new Course(toldOf(2))
  other.take({ type: 'thinking', content: 'A' })
  expect(() => other.take(call(3))).toThrow(OtherCourseError)
  const less = new Course(toldOf(3))
  for (const event of EVENTS.slice(0, 2)) less.take(event)
  expect(() => less.end()).toThrow(OtherCourseError)
})
