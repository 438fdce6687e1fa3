import { onTestFinished } from 'vitest'
import { onSqlite } from './support/both-databases.ts'
import { onCluster } from './support/cluster.ts'
import { jobsSuite } from './support/jobs-suite.ts'

onSqlite('jobs in this process', (createUrl) => {
  jobsSuite(async () => ({ DATABASE_URL: await createUrl() }))
})

onCluster('jobs in any of several processes', (servers) => {
  jobsSuite(async () => {
    const { postgres, redis } = servers()
    await redis.client.flushall()
    const { url, remove } = await postgres.create()
    onTestFinished(remove)
    return { DATABASE_URL: url, REDIS_URL: redis.url }
  })
})
