import { afterAll, beforeAll, describe } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from './postgres.ts'
import { findRedis, type RedisServer, startRedis } from './redis.ts'

const required = process.env['REQUIRE_SERVICES'] === '1'
const programs = { postgres: findPostgres(), redis: findRedis() }

export interface Servers {
  postgres: PostgresServer
  redis: RedisServer
}

/** Tests with a PostgreSQL and a Redis server of their own. */
export function onCluster(name: string, suite: (servers: () => Servers) => void): void {
  const there = programs.postgres !== undefined && programs.redis !== undefined
  const reason = there || required ? '' : ' (skipped: not both servers are installed, and REQUIRE_SERVICES is not 1)'
  describe.runIf(reason === '')(`${name}${reason}`, () => {
    let servers: Servers
    beforeAll(async () => {
      const { postgres, redis } = programs
      if (postgres === undefined || redis === undefined) {
        throw new Error('REQUIRE_SERVICES is 1, and PostgreSQL or Redis is not installed')
      }
      const [first, second] = await Promise.all([startPostgres(postgres), startRedis(redis)])
      servers = { postgres: first, redis: second }
    }, 60_000)
    afterAll(() => Promise.all([servers?.postgres.stop(), servers?.redis.stop()]))
    suite(() => servers)
  })
}
