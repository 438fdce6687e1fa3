import { onTestFinished } from 'vitest'
import { readSettings } from '../src/config.ts'
import { connectForCommands } from '../src/jobs/redis/connect.ts'
import { createRedisEventLog } from '../src/jobs/redis/event-log.ts'
import { createTieredLog } from '../src/jobs/tiered-log.ts'
import { manage, openStorage } from '../src/open-storage.ts'
import { onBothDatabases } from './support/both-databases.ts'
import { onCluster } from './support/cluster.ts'
import { ANY } from './support/history.ts'
import { logSuite } from './support/log-suite.ts'

/** A storage with one request. */
async function openStorageWithRequest(url: string) {
  const storage = await openStorage(readSettings({ DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32) }))
  onTestFinished(() => storage.close())
  const { id: accountId } = await manage(storage).createAccount('a@example.com', 'free')
  const id = 'req_1'
  await storage.admission.admit({ ...ANY, id, accountId, level: 'low', credits: 10, epoch: 0, now: Date.now() })
  return { storage, id }
}

onBothDatabases('the event log in a table', (createUrl) => {
  logSuite(async () => {
    const { storage, id } = await openStorageWithRequest(await createUrl())
    return { log: storage.events, storage, id }
  })
})

onCluster('the event log in Redis, with a table behind it', (servers) => {
  logSuite(async () => {
    const { postgres, redis } = servers()
    await redis.client.flushall()
    const { url, remove } = await postgres.create()
    const { storage, id } = await openStorageWithRequest(url)
    const commands = connectForCommands(redis.url)
    onTestFinished(async () => {
      commands.disconnect()
      await remove()
    })
    await new Promise((resolve) => commands.once('ready', resolve))
    return { log: createTieredLog(createRedisEventLog(commands, { keptMs: 60_000 }), storage.events), storage, id }
  }, 'plain')
})
