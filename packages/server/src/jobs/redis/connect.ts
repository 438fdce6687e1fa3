import { Redis } from 'ioredis'

/** The longest wait between two attempts to connect, in milliseconds. */
const MOST_PAUSE = 500

/** How long a command may take before it fails, in milliseconds. */
const COMMAND_WITHIN = 2_000

/**
 * How long a connection may give no answer before it is replaced, in milliseconds: a network that loses all packets
 * closes nothing. It is more than the longest wait of a worker for something to do.
 */
export const SILENT = 8_000

/** How often a connection on which nothing else is sent is asked for an answer, in milliseconds. */
const PING_EVERY = 4_000

/** Reconnects soon, however long Redis was away: the libraries' own waits grow to 20 s. */
export function reconnectPause(attempt: number): number {
  return Math.min(50 * attempt, MOST_PAUSE)
}

/** A connection for commands, each of which fails at once while Redis is away. */
export function connectForCommands(url: string): Redis {
  return heard(
    new Redis(url, { ...STEADY, enableOfflineQueue: false, commandTimeout: COMMAND_WITHIN, maxRetriesPerRequest: 0 }),
  )
}

/** A connection for messages, which subscribes again by itself after each interruption. */
export function connectForMessages(url: string): Redis {
  const redis = heard(new Redis(url, { ...STEADY, autoResubscribe: true, maxRetriesPerRequest: null }))
  const timer = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => {})
  }, PING_EVERY).unref()
  return redis.once('end', () => clearInterval(timer))
}

const STEADY = { retryStrategy: reconnectPause, keepAlive: 5_000, socketTimeout: SILENT } as const

/** Without a listener each failed attempt to connect would be printed. */
function heard(redis: Redis): Redis {
  return redis.on('error', () => {})
}
