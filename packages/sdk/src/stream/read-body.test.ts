import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BodyEnd, type BodyReader, readBody, readRest } from './read-body.ts'

interface Driven {
  readonly reader: BodyReader<void>
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  readonly chunks: Uint8Array[]
  readonly ends: BodyEnd[]
  cancelled: boolean
}

function drive(idleTimeoutMs: number): Driven {
  const driven: Partial<Driven> & { cancelled: boolean } = { chunks: [], ends: [], cancelled: false }
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void Object.assign(driven, { controller }),
    cancel: () => {
      driven.cancelled = true
      // A body that never agrees to be cancelled.
      return new Promise(() => undefined)
    },
  })
  const reader = readBody(body, idleTimeoutMs, (chunk, end): void => {
    if (chunk !== undefined) driven.chunks?.push(chunk)
    if (end !== undefined) driven.ends?.push(end)
  })
  return Object.assign(driven, { reader }) as Driven
}

const byte = Uint8Array.of(1)
const turn = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('silence', () => {
  it('ends a read that waits too long, at its time', async () => {
    const { reader, ends } = drive(1_000)
    reader.read()
    await vi.advanceTimersByTimeAsync(999)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(ends).toEqual([{ reason: 'idle' }])
  })

  it('is measured anew for each read', async () => {
    const { reader, controller, ends } = drive(1_000)
    for (let read = 0; read < 5; read += 1) {
      reader.read()
      await vi.advanceTimersByTimeAsync(700)
      controller.enqueue(byte)
      await turn()
    }
    reader.read()
    await vi.advanceTimersByTimeAsync(999)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(ends).toEqual([{ reason: 'idle' }])
  })

  it('does not count while nobody reads', async () => {
    const { reader, controller, ends } = drive(1_000)
    reader.read()
    controller.enqueue(byte)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ends).toEqual([])
    reader.read()
    await vi.advanceTimersByTimeAsync(999)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(ends).toEqual([{ reason: 'idle' }])
  })

  it('may last for ever at 0, and beyond what a timer takes', async () => {
    for (const limit of [0, Number.POSITIVE_INFINITY, 2 ** 40]) {
      const { reader, ends } = drive(limit)
      reader.read()
      await vi.advanceTimersByTimeAsync(10_000_000)
      expect(ends).toEqual([])
    }
  })

  it('leaves no timer behind', async () => {
    const { reader, controller } = drive(1_000)
    for (let read = 0; read < 3; read += 1) {
      reader.read()
      controller.enqueue(byte)
      await turn()
    }
    reader.close()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('ends', () => {
  it('tells a clean end from a torn connection', async () => {
    const clean = drive(0)
    clean.reader.read()
    clean.controller.close()
    const torn = drive(0)
    torn.reader.read()
    torn.controller.error('reset')
    await turn()
    expect(clean.ends).toEqual([{ reason: 'eof' }])
    expect(torn.ends).toEqual([{ reason: 'network', cause: 'reset' }])
  })

  it("takes Node's own limit of silence for silence", async () => {
    const { reader, controller, ends } = drive(0)
    const timeout = Object.assign(new Error('Body Timeout Error'), { code: 'UND_ERR_BODY_TIMEOUT' })
    const cause = new TypeError('terminated', { cause: timeout })
    reader.read()
    controller.error(cause)
    await turn()
    expect(ends).toEqual([{ reason: 'idle', cause }])
  })

  it('is told at once on close, once, and waits for no agreement', async () => {
    const driven = drive(1_000)
    driven.reader.read()
    driven.reader.close()
    await turn()
    expect(driven.cancelled).toBe(true)
    expect(driven.ends).toEqual([{ reason: 'eof' }])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(driven.ends).toHaveLength(1)
  })
})

describe('a body unlike others', () => {
  it('of something else than bytes ends with what its user threw', async () => {
    const ends: unknown[] = []
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(byte) })
    const cause = new TypeError('no bytes')
    const reader = readBody(body, 0, (_, end): void => {
      if (end === undefined) throw cause
      ends.push(end)
    })
    await reader.read()
    expect(ends).toEqual([{ reason: 'network', cause }])
  })

  it('that rejects a waiting read when it is cancelled, as in workerd, is silent all the same', async () => {
    const { promise, reject } = Promise.withResolvers<ReadableStreamReadResult<Uint8Array>>()
    const rejecting = { read: () => promise, cancel: async () => reject(new TypeError('This stream was cancelled')) }
    const ends: unknown[] = []
    const body = { getReader: () => rejecting } as unknown as ReadableStream<Uint8Array>
    const reader = readBody(body, 1_000, (_, end) => void ends.push(end))
    reader.read()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ends).toEqual([{ reason: 'idle' }])
  })
})

describe('the rest of a body', () => {
  const rest = (chunks: readonly Uint8Array[], isOpen = false) => {
    const cancelled = vi.fn()
    const body = new ReadableStream<Uint8Array>({
      start(controller): void {
        for (const chunk of chunks) controller.enqueue(chunk)
        if (!isOpen) controller.close()
      },
      cancel: cancelled,
    })
    return { reader: body.getReader(), cancelled }
  }
  const euro = new TextEncoder().encode('€')

  it('is whole up to its largest size, cut inside of a character or not', async () => {
    const { reader } = rest(Array.from(euro, (part) => Uint8Array.of(part)))
    expect(await readRest(reader, 3, 1_000)).toEqual({ text: '€', isWhole: true })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not whole where it is larger, and is cancelled', async () => {
    const { reader, cancelled } = rest([euro, euro], true)
    expect(await readRest(reader, 3, 1_000)).toEqual({ text: '€€', isWhole: false })
    expect(cancelled).toHaveBeenCalledOnce()
  })

  it.each(['time', 'signal', 'error'])('is not whole where its %s ends it', async (how) => {
    const controller = new AbortController()
    const { reader } = rest([euro], true)
    const remove = vi.spyOn(controller.signal, 'removeEventListener')
    const reading = readRest(reader, 1_000, 1_000, controller.signal)
    await turn()
    if (how === 'time') await vi.advanceTimersByTimeAsync(1_000)
    if (how === 'signal') controller.abort()
    if (how === 'error') reader.releaseLock()
    expect(await reading).toEqual({ text: '€', isWhole: false })
    expect(vi.getTimerCount()).toBe(0)
    expect(remove).toHaveBeenCalledOnce()
  })
})

describe('drain', () => {
  it('reads to the end', async () => {
    const { reader, controller, chunks } = drive(0)
    const done = vi.fn()
    reader.drain(done)
    controller.enqueue(byte)
    await turn()
    expect(done).not.toHaveBeenCalled()
    controller.close()
    await turn()
    expect(done).toHaveBeenCalledOnce()
    expect(chunks).toEqual([])
  })

  it('gives up after a second', async () => {
    const driven = drive(0)
    const done = vi.fn()
    driven.reader.drain(done)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(done).toHaveBeenCalledOnce()
    expect(driven.cancelled).toBe(true)
  })

  it('gives up on a body that goes on', async () => {
    const { reader, controller } = drive(0)
    const done = vi.fn()
    reader.drain(done)
    for (let chunk = 0; chunk < 3; chunk += 1) controller.enqueue(new Uint8Array(30_000))
    await turn()
    expect(done).toHaveBeenCalledOnce()
  })
})
