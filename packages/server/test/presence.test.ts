import { expect, it, onTestFinished } from 'vitest'
import { connectForCommands } from '../src/jobs/redis/connect.ts'
import { NODES } from '../src/jobs/redis/keys.ts'
import { createPresence } from '../src/jobs/redis/presence.ts'
import { onCluster } from './support/cluster.ts'

const MANY = Array.from({ length: 2_500 }, (_, index) => `req_${index}`)
const FEW = ['req_1', 'req_2', 'req_3']

onCluster('the notes of readers', (servers) => {
  /** What two processes note. */
  const open = async () => {
    const { url, client } = servers().redis
    await client.flushall()
    const connections = [connectForCommands(url), connectForCommands(url)] as const
    onTestFinished(() => {
      for (const redis of connections) redis.disconnect()
    })
    await Promise.all(connections.map((redis) => new Promise((resolve) => redis.once('ready', resolve))))
    return { client, one: createPresence(connections[0]), other: createPresence(connections[1]) }
  }

  it('tell which requests nobody reads, on any process', async () => {
    const { one, other } = await open()
    expect(await one.unread(FEW)).toEqual(FEW)
    await one.joined('req_1')
    await one.joined('req_2')
    await other.joined('req_2')
    await other.joined('req_3')
    expect(await one.unread(FEW)).toEqual([])
    await one.left('req_1')
    await one.left('req_2')
    expect(await other.unread(FEW)).toEqual(['req_1'])
  })

  it('tell of thousands', async () => {
    const { one, other } = await open()
    await one.renew(MANY.slice(1))
    expect(await other.unread(MANY)).toEqual(['req_0'])
    await one.renew([])
    expect(await other.unread(MANY)).toEqual(MANY)
  })

  it('are valid for some seconds only, however many requests they name', async () => {
    const { client, one } = await open()
    await one.joined('req_1')
    const names = await client.keys('dr:*')
    expect(names).toHaveLength(2)
    const lifetimes = () => Promise.all(names.map((name) => client.pttl(name)))
    for (const ms of await lifetimes()) expect(ms).toBeGreaterThan(5_000)
    for (const name of names) await client.pexpire(name, 100)
    await one.renew(['req_1'])
    for (const ms of await lifetimes()) expect(ms).toBeGreaterThan(5_000)
  })

  it('of a process that died are not heeded', async () => {
    const { client, one, other } = await open()
    const nodes = () => client.zrangebyscore(NODES, '-inf', '+inf')
    await one.joined('req_1')
    const [dead = ''] = await nodes()
    await other.joined('req_2')
    await client.zadd(NODES, 'XX', Date.now() - 1, dead)
    expect(await other.unread(['req_1', 'req_2'])).toEqual(['req_1'])
    await other.renew(['req_2'])
    expect(await nodes()).not.toContain(dead)
  })

  it('are written anew if Redis has lost them, even if somebody has joined since', async () => {
    const { client, one } = await open()
    await one.joined('req_1')
    await client.flushall()
    await one.joined('req_2')
    await one.renew(['req_1', 'req_2'])
    expect(await one.unread(FEW)).toEqual(['req_3'])
  })
})
