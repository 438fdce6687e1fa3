import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onCluster } from './support/cluster.ts'
import { runInProcess, start, temporaryFolder } from './support/command-line.ts'
import { freePort } from './support/free-port.ts'

onCluster('a Redis that forgets what it holds', (servers) => {
  const prepare = async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'docs'))
    writeFileSync(join(folder, 'docs', 'reef.md'), '# Reef')
    const { url } = await servers().postgres.create()
    const environment = {
      ...{ DATABASE_URL: url, REDIS_URL: servers().redis.url, AUTH_SECRET: 's'.repeat(32), METRICS: 'off' },
      ...{ CORPUS: join(folder, 'docs'), PORT: String(await freePort()) },
    }
    const doctor = () => runInProcess(['doctor'], environment, { stop: new AbortController().signal })
    return { folder, environment, doctor, client: servers().redis.client }
  }

  it('is told by doctor, and one that keeps it is well', async () => {
    const { doctor, client } = await prepare()
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    const wrong = await doctor()
    expect([wrong.code, wrong.stderr]).toEqual([1, 'Wrong: redis.\n'])
    expect(wrong.stdout).toMatch(/^wrong {2}redis: Redis has maxmemory-policy allkeys-lru.*Set maxmemory-policy to/m)
    await client.config('SET', 'maxmemory-policy', 'noeviction')
    expect((await doctor()).stdout).toMatch(/^ok {5}redis: .*accepts connections; Redis \d.* noeviction$/m)
  })

  it('is told once by the start, and each line of the log is JSON', async () => {
    const { folder, environment, client } = await prepare()
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    const { child, printed, ended } = start(folder, ['serve'], environment)
    await printed('is listening')
    child.kill('SIGTERM')
    const { stdout, stderr } = await ended
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; msg: string })
    expect(lines.filter(({ msg }) => msg.includes('maxmemory-policy allkeys-lru'))).toMatchObject([{ level: 50 }])
    expect(stdout).not.toContain('IMPORTANT')
    await client.config('SET', 'maxmemory-policy', 'noeviction')
  })
})
