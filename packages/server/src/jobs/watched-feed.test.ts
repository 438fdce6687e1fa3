import { expect, it } from 'vitest'
import { WatchedFeed } from './watched-feed.ts'

class Watched extends WatchedFeed {
  readonly counts: number[] = []

  change(): void {
    this.tellWatchers()
  }

  protected readersChanged(): void {
    this.counts.push(this.readers)
  }
}

function open() {
  const feed = new Watched()
  const told: string[] = []
  const watcher = (name: string, also = () => {}) => ({
    feedChanged() {
      told.push(name)
      also()
    },
  })
  return { feed, told, watcher }
}

it('tells all who watch, whoever of them has left', () => {
  const { feed, told, watcher } = open()
  const [first, second, third] = [watcher('first'), watcher('second'), watcher('third')]
  for (const one of [first, second, third]) feed.watch(one)
  feed.change()
  expect(told.splice(0)).toEqual(['first', 'second', 'third'])
  feed.unwatch(first)
  feed.unwatch(third)
  feed.change()
  expect(told.splice(0)).toEqual(['second'])
  feed.watch(third)
  feed.change()
  expect(told.splice(0).toSorted()).toEqual(['second', 'third'])
  feed.unwatch(second)
  feed.unwatch(third)
  feed.unwatch(third)
  feed.change()
  expect(told).toEqual([])
  expect(feed.counts).toEqual([1, 2, 3, 2, 1, 2, 1, 0])
})

it('tells each of them once while some come and go', () => {
  const { feed, told, watcher } = open()
  const late = watcher('late')
  const first = watcher('first', () => {
    feed.watch(late)
    feed.unwatch(first)
  })
  const second = watcher('second', () => feed.unwatch(second))
  for (const one of [first, second, watcher('third')]) feed.watch(one)
  feed.change()
  expect(told).toEqual(['first', 'second', 'third'])
})
