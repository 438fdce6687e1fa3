import type { Redis } from 'ioredis'
import type { KeptEnd } from '../stored-feed.ts'
import { channelOf, idOfChannel } from './keys.ts'

/** What is announced about a request. Announcements can be lost, so whoever listens also has to look from time to time. */
export interface News {
  /** A worker has taken the request. */
  onTaken(): void
  /** New envelopes, of which the first has this index. */
  onEvents(first: number, envelopes: readonly string[]): void
  /** The request has ended. */
  onEnd(end: KeptEnd): void
  /** Something may have been announced that was not received. */
  onGap(): void
}

/** Announcements about requests, all of which are received over one connection. */
export interface NewsDesk {
  /** Resolves once everything that is announced from now on will be received. */
  listen(id: string, news: News): Promise<() => void>
}

const TAKEN = 'taken'
const END = 'end'

/** Announces that a worker has taken a request. */
export async function announceTaken(redis: Redis, id: string): Promise<void> {
  await redis.publish(channelOf(id), TAKEN)
}

/** Announces how a stream ended. */
export async function announceEnd(redis: Redis, id: string, { position, last }: KeptEnd): Promise<void> {
  await redis.publish(channelOf(id), [END, position, last].join('\n'))
}

export function createNewsDesk(redis: Redis): NewsDesk {
  const listeners = new Map<string, Set<News>>()
  redis.on('message', (channel: string, text: string) => {
    const [first = '', ...lines] = text.split('\n')
    for (const news of listeners.get(idOfChannel(channel)) ?? []) {
      if (first === TAKEN) news.onTaken()
      else if (first === END) news.onEnd({ position: Number(lines[0]), last: lines[1] ?? '' })
      else news.onEvents(Number(first), lines)
    }
  })
  // The first connection interrupts nobody, because nobody listens yet.
  redis.on('ready', () => {
    for (const all of listeners.values()) for (const news of all) news.onGap()
  })
  const leave = (id: string, news: News) => {
    const all = listeners.get(id)
    all?.delete(news)
    if (all?.size !== 0) return
    listeners.delete(id)
    redis.unsubscribe(channelOf(id)).catch(() => {})
  }
  return {
    async listen(id, news) {
      const all = listeners.get(id) ?? new Set()
      listeners.set(id, all.add(news))
      try {
        await redis.subscribe(channelOf(id))
      } catch (error) {
        leave(id, news)
        throw error
      }
      return () => leave(id, news)
    },
  }
}
