import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import type { Feed, FeedWatcher } from '#jobs/ports.ts'
import { readToEnd } from './read-to-end.ts'

/** A response whose client waits, and leaves when the test says so. */
function createResponse(): ServerResponse & { leave(): void } {
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    leave() {
      this.destroyed = true
      response.emit('close')
    },
  })
  return response as unknown as ServerResponse & { leave(): void }
}

/** A feed that the test fills; only its newest envelope is in memory. */
function createFeed() {
  const envelopes: string[] = []
  const watchers = new Set<FeedWatcher>()
  let state: Feed['state'] = 'running'
  const tell = () => {
    for (const watcher of watchers) watcher.feedChanged()
  }
  const feed: Feed = {
    id: 'req_1',
    get length() {
      return envelopes.length
    },
    get state() {
      return state
    },
    start: (after) => after,
    at: (index) => (index === envelopes.length - 1 ? envelopes[index] : undefined),
    bytesAt: () => undefined,
    load: async (index) => envelopes.slice(index),
    watch: (watcher) => void watchers.add(watcher),
    unwatch: (watcher) => void watchers.delete(watcher),
  }
  return {
    feed,
    watchers,
    add(...more: string[]) {
      envelopes.push(...more)
      tell()
    },
    end(as: 'ended' | 'cut') {
      state = as
      tell()
    },
  }
}

function read(from = 0) {
  const source = createFeed()
  const response = createResponse()
  const taken: string[] = []
  let seats = 0
  const seated = () => {
    seats += 1
  }
  const ended = readToEnd(response, { feed: source.feed, from, seated }, (envelope) => taken.push(envelope))
  return { ...source, response, taken, ended, seats: () => seats }
}

it('takes what was there and what comes, each once', async () => {
  const { add, end, ended, taken, watchers, seats } = read()
  expect([watchers.size, seats()]).toEqual([1, 1])
  add('1', '2')
  await Promise.resolve()
  add('3')
  end('ended')
  expect(await ended).toBe('ended')
  expect(taken).toEqual(['1', '2', '3'])
  expect(watchers.size).toBe(0)
})

it('watches no more when its client has left', async () => {
  const { add, response, ended, watchers } = read()
  add('1')
  response.leave()
  expect(await ended).toBe('gone')
  expect([watchers.size, response.listenerCount('close')]).toEqual([0, 0])
})

it('says that it was cut off, and does not wait where nothing more comes', async () => {
  const cut = read()
  cut.add('1')
  cut.end('cut')
  expect([await cut.ended, cut.taken]).toEqual(['cut', ['1']])
  const beyond = read(5)
  beyond.add('1')
  beyond.end('ended')
  expect(await beyond.ended).toBe('ended')
})
