import { Redis } from 'ioredis'

/** The longest wait between two attempts to connect, in milliseconds. */
const MOST_PAUSE = 500

/** How long a command may take, in milliseconds; a connection that is silent for longer counts as broken. */
const COMMAND_WITHIN = 2_000

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
  return heard(new Redis(url, { ...STEADY, autoResubscribe: true, maxRetriesPerRequest: null }))
}

const STEADY = { retryStrategy: reconnectPause, keepAlive: 5_000 } as const

/** Without a listener each failed attempt to connect would be printed. */
function heard(redis: Redis): Redis {
  return redis.on('error', () => {})
}
