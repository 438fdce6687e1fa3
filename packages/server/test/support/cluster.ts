import { afterAll, beforeAll, describe, inject } from 'vitest'
import type { DatabaseKind } from './databases.ts'
import { databasesAt, findPostgres, type PostgresServer, startPostgres } from './postgres.ts'
import { findRedis, type RedisServer, startRedis } from './redis.ts'

const required = process.env['REQUIRE_SERVICES'] === '1'
const programs = { postgres: findPostgres(), redis: findRedis() }

export interface Servers {
  postgres: DatabaseKind
  redis: RedisServer
}

/** Servers that nobody else uses: each can be halted. */
export interface OwnServers extends Servers {
  postgres: PostgresServer
}

/** Tests with a Redis server of their own, and the PostgreSQL server that all files share. */
export function onCluster(name: string, suite: (servers: () => Servers) => void): void {
  const shared = inject('postgres')
  onServers(name, suite, async (bin) =>
    shared === undefined ? startPostgres(bin) : { ...databasesAt(shared.port, shared.migrated), stop: async () => {} },
  )
}

/** Tests with a PostgreSQL and a Redis server of their own. */
export function onOwnCluster(name: string, suite: (servers: () => OwnServers) => void): void {
  onServers(name, suite, startPostgres)
}

function onServers<Postgres extends DatabaseKind & { stop(): Promise<void> }>(
  name: string,
  suite: (servers: () => { postgres: Postgres; redis: RedisServer }) => void,
  open: (bin: string) => Promise<Postgres>,
): void {
  const there = programs.postgres !== undefined && programs.redis !== undefined
  const reason = there || required ? '' : ' (skipped: not both servers are installed, and REQUIRE_SERVICES is not 1)'
  describe.runIf(reason === '')(`${name}${reason}`, () => {
    let servers: { postgres: Postgres; redis: RedisServer }
    beforeAll(async () => {
      const { postgres, redis } = programs
      if (postgres === undefined || redis === undefined) {
        throw new Error('REQUIRE_SERVICES is 1, and PostgreSQL or Redis is not installed')
      }
      const [first, second] = await Promise.all([open(postgres), startRedis(redis)])
      servers = { postgres: first, redis: second }
    }, 60_000)
    afterAll(() => Promise.all([servers?.postgres.stop(), servers?.redis.stop()]))
    suite(() => servers)
  })
}
