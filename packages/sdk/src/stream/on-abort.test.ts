import { expect, it, vi } from 'vitest'
import { onAbort } from './on-abort.ts'

it('tells of an abort once, with its reason, also of one that was before', () => {
  const controller = new AbortController()
  const [react, late] = [vi.fn(), vi.fn()]
  onAbort(controller.signal, react)
  expect(react).not.toHaveBeenCalled()
  controller.abort('no')
  onAbort(controller.signal, late)
  expect(react.mock.calls).toEqual([['no']])
  expect(late.mock.calls).toEqual([['no']])
})

it('tells nothing of what is no longer listened to, or of no signal', () => {
  const controller = new AbortController()
  const react = vi.fn()
  onAbort(controller.signal, react)()
  onAbort(undefined, react)()
  controller.abort('no')
  expect(react).not.toHaveBeenCalled()
})
