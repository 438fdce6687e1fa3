import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileSource } from '#corpus/sources/file-source.ts'
import { folderSource } from '#corpus/sources/folder-source.ts'
import { type Timers, watchSources } from '#corpus/sources/watch.ts'
import { type CorpusSource, type SyncReport, UnknownDocumentError } from '#corpus/types.ts'
import { draft, handSource, opened, temporaryFolder } from './support.ts'

const titlesOf = (corpus: Awaited<ReturnType<typeof opened>>) => [...corpus.titles()].map(({ name }) => name).sort()

describe('a refresh', () => {
  it('takes in what is new and changed, and drops what is gone', async () => {
    const hand = handSource({ a: [draft('Otters', 'Otters swim.')], b: [draft('Herons', 'Herons wade.')] })
    const corpus = await opened([hand.source])
    hand.entries['a'] = [draft('Otters', 'Otters dive.', { year: 2001 })]
    hand.entries['c'] = [draft('Newts', 'Newts hide.')]
    delete hand.entries['b']
    expect(['swim', 'dive'].map(corpus.documentFrequency)).toEqual([1, 0])
    expect(await corpus.refresh()).toEqual({ listed: 2, read: 2, removed: 1, indexed: 2 })
    expect(corpus.sync.removed).toBe(1)
    expect([corpus.documentCount, corpus.passageCount, titlesOf(corpus)]).toEqual([2, 2, ['Newts', 'Otters']])
    expect(['swim', 'dive', 'wade', 'hide'].map((term) => corpus.search([term], 5).length)).toEqual([0, 1, 0, 1])
    expect(['swim', 'dive'].map(corpus.documentFrequency)).toEqual([0, 1])
    expect(await corpus.refresh()).toEqual({ listed: 2, read: 0, removed: 0, indexed: 0 })
  })

  it('tells of what can no longer be read, and of what can again', async () => {
    const hand = handSource({ a: [draft('Otters', 'Otters swim.')] })
    let broken = true
    const source: CorpusSource = {
      ...hand.source,
      async *read(key, signal) {
        if (broken) throw new Error('no')
        yield* hand.source.read(key, signal)
      },
    }
    const corpus = await opened([source])
    expect(corpus.problems).toEqual([{ source: 'a', message: 'cannot be read: no' }])
    broken = false
    await corpus.refresh()
    expect([corpus.problems, corpus.documentCount]).toEqual([[], 1])
  })

  it('shows changed metadata of a document that was read before', async () => {
    const hand = handSource({ a: [draft('Old', 'Same text.', { url: 'urn:x:1' })] })
    const corpus = await opened([hand.source])
    const id = corpus.search(['same'], 1)[0]?.documentId ?? ''
    expect(corpus.document(id).title).toBe('Old')
    hand.entries['a'] = [draft('New', 'Same text.', { url: 'urn:x:1', year: 2020 })]
    await corpus.refresh()
    expect(corpus.document(id)).toMatchObject({ title: 'New', year: 2020 })
  })

  it('leaves documents readable for those who began before it, and no longer', async () => {
    const hand = handSource({ a: [draft('Otters', 'Otters swim.')], b: [draft('Herons', 'Herons wade.')] })
    const corpus = await opened([hand.source])
    const id = (term: string) => corpus.search([term], 1)[0]?.documentId ?? ''
    const [otters, herons] = [id('otters'), id('herons')]
    const release = corpus.hold()
    delete hand.entries['a']
    await corpus.refresh()
    expect(corpus.search(['otters'], 1)).toEqual([])
    expect(corpus.document(otters).text.slice()).toBe('Otters swim.')
    const releaseLater = corpus.hold()
    delete hand.entries['b']
    await corpus.refresh()
    expect([otters, herons].map((each) => corpus.document(each).title)).toEqual(['Otters', 'Herons'])
    release()
    expect(() => corpus.document(otters)).toThrow(UnknownDocumentError)
    expect(corpus.document(herons).title).toBe('Herons')
    releaseLater()
    expect(() => corpus.document(herons)).toThrow(UnknownDocumentError)
  })

  it('lets searches go on, and is shared by all who ask during another', async () => {
    const hand = handSource({ a: [draft('Otters', 'Otters swim.')] })
    let listings = 0
    let entered = () => {}
    let gate = Promise.resolve()
    const source: CorpusSource = {
      ...hand.source,
      list(signal) {
        listings += 1
        return hand.source.list(signal)
      },
      async *read(key, signal) {
        entered()
        await gate
        yield* hand.source.read(key, signal)
      },
    }
    const corpus = await opened([source])
    hand.entries['b'] = [draft('Herons', 'Herons wade.')]
    const reading = new Promise<void>((resolve) => {
      entered = resolve
    })
    const { promise, resolve: open } = Promise.withResolvers<void>()
    gate = promise
    const first = corpus.refresh()
    await reading
    expect(corpus.search(['otters'], 5)).toHaveLength(1)
    hand.entries['c'] = [draft('Newts', 'Newts hide.')]
    const [second, third] = [corpus.refresh(), corpus.refresh()]
    open()
    expect([(await first).read, (await second).read, (await third).read]).toEqual([1, 1, 1])
    expect([listings, titlesOf(corpus)]).toEqual([3, ['Herons', 'Newts', 'Otters']])
  })

  it('ends when the corpus is closed', async () => {
    const hand = handSource({})
    const { promise: reading, resolve: entered } = Promise.withResolvers<void>()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const source: CorpusSource = {
      ...hand.source,
      async *read(key, signal) {
        entered()
        await gate
        yield* hand.source.read(key, signal)
      },
    }
    const corpus = await opened([source])
    const release = corpus.hold()
    hand.entries['a'] = [draft('Otters', 'Otters swim.')]
    const refreshing = corpus.refresh()
    await reading
    corpus.close()
    open()
    await expect(refreshing).rejects.toThrow('closed')
    await expect(corpus.refresh()).rejects.toThrow('closed')
    release()
  })
})

describe('watching', () => {
  /** A corpus that refreshes by itself, and a promise for the refresh that made something true. */
  async function watched(source: CorpusSource, timers?: Timers) {
    const waiting = new Set<() => void>()
    const corpus = await opened([source], {
      watch: { debounce: 1, interval: 3_600_000, timers },
      onRefresh: () => {
        for (const look of waiting) look()
      },
    })
    const until = (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!holds()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
    return { corpus, until, has: (term: string) => corpus.search([term], 1).length === 1 }
  }

  it('picks up files that come, change and go, in new folders too', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'otters.txt'), 'Otters swim')
    const { until, has } = await watched(folderSource(folder))
    writeFileSync(join(folder, 'herons.txt'), 'Herons wade')
    await until(() => has('herons'))
    writeFileSync(join(folder, 'otters.txt'), 'Otters dive deep')
    await until(() => has('dive'))
    mkdirSync(join(folder, 'deep', 'er'), { recursive: true })
    writeFileSync(join(folder, 'deep', 'er', 'newts.txt'), 'Newts hide')
    await until(() => has('newts'))
    writeFileSync(join(folder, 'deep', 'er', 'toads.txt'), 'Toads croak')
    await until(() => has('toads'))
    rmSync(join(folder, 'deep'), { recursive: true })
    await until(() => !has('newts') && !has('toads') && has('dive'))
  })

  it('picks up that a file of records is replaced', async () => {
    const file = join(temporaryFolder(), 'records.jsonl')
    const record = (text: string) => `${JSON.stringify({ title: 'T', text })}\n`
    writeFileSync(file, record('Otters swim'))
    const { until, has } = await watched(fileSource(file))
    rmSync(file)
    writeFileSync(file, record('Otters dive'))
    await until(() => has('dive') && !has('swim'))
    writeFileSync(file, record('Otters dive') + record('Herons wade'))
    await until(() => has('wade'))
  })

  it('looks from time to time where nothing tells of changes', async () => {
    const hand = handSource({ a: [draft('Otters', 'Otters swim')] })
    const timers = handTimers()
    const { corpus, until, has } = await watched(hand.source, timers)
    hand.entries['b'] = [draft('Herons', 'Herons wade')]
    await timers.pending(3_600_000)
    expect(has('wade')).toBe(false)
    timers.fire(3_600_000)
    await until(() => has('wade'))
    await timers.pending(3_600_000)
    corpus.close()
    expect(timers.waiting.size).toBe(0)
  })

  it('tells of a refresh that failed, and goes on', async () => {
    const hand = handSource({ a: [draft('Otters', 'Otters swim')] })
    let broken = false
    const source: CorpusSource = {
      ...hand.source,
      list(signal) {
        if (broken) throw new Error('no listing')
        return hand.source.list(signal)
      },
    }
    const timers = handTimers()
    const failures: unknown[] = []
    const corpus = await opened([source], {
      watch: { interval: 50, timers },
      onRefreshFailed: (error) => failures.push(error),
    })
    await timers.pending(50)
    broken = true
    timers.fire(50)
    await timers.pending(50)
    expect(failures).toEqual([new Error('no listing')])
    expect(corpus.search(['swim'], 1)).toHaveLength(1)
  })

  it('waits for changes to settle, but not for ever', async () => {
    const timers = handTimers()
    let change = () => {}
    const refreshes: SyncReport[] = []
    const source: CorpusSource = {
      ...handSource({}).source,
      watch(onChange) {
        change = onChange
        return { update: async () => false, close: () => {} }
      },
    }
    const refresh = async () => void refreshes.push({ listed: 0, read: 0, removed: 0, indexed: 0 })
    const end = watchSources([source], refresh, { debounce: 10, longestDelay: 100, interval: 1_000, timers })
    await timers.pending(1_000)
    change()
    change()
    change()
    expect([...timers.waiting.values()].map(({ milliseconds }) => milliseconds)).toEqual([1_000, 100, 10])
    timers.fire(10)
    await timers.pending(1_000)
    expect([refreshes.length, timers.waiting.size]).toEqual([1, 1])
    change()
    timers.fire(100)
    await timers.pending(1_000)
    expect([refreshes.length, timers.waiting.size]).toEqual([2, 1])
    end()
    change()
    expect(timers.waiting.size).toBe(0)
  })
})

/** Timers that fire when the test says so. */
function handTimers() {
  const waiting = new Map<symbol, { milliseconds: number; callback: () => void }>()
  let look = () => {}
  const timers = {
    waiting,
    after(milliseconds: number, callback: () => void) {
      const timer = Symbol('timer')
      waiting.set(timer, { milliseconds, callback })
      look()
      return () => void waiting.delete(timer)
    },
    /** Until a timer of so many milliseconds waits. */
    pending: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (![...waiting.values()].some((timer) => timer.milliseconds === milliseconds)) return
          look = () => {}
          resolve()
        }
        look()
      }),
    fire(milliseconds: number) {
      for (const [timer, { milliseconds: own, callback }] of [...waiting]) {
        if (own !== milliseconds) continue
        waiting.delete(timer)
        callback()
      }
    },
  }
  return timers
}
