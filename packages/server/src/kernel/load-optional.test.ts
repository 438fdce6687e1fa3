import { expect, it } from 'vitest'
import { loadOptional } from './load-optional.ts'

const told = { because: 'REDIS_URL is set', packages: 'bullmq ioredis' }

/** The error of Node for an import, as it is thrown in a program. */
async function notFound(name: string): Promise<never> {
  const message = `Cannot find package '${name}' imported from /app/dist/open-cluster.js`
  throw Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' })
}

it('says which package is missing and how to install all that are needed', async () => {
  await expect(loadOptional(() => notFound('ioredis'), told)).rejects.toMatchObject({
    name: 'UserError',
    message: 'REDIS_URL is set, which needs the package ioredis. Run npm install bullmq ioredis.',
  })
})

it('leaves every other error as it is, and what is there is loaded', async () => {
  await expect(loadOptional(() => notFound('semver'), told)).rejects.toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' })
  const broken = new Error('broken')
  await expect(loadOptional(() => Promise.reject(broken), told)).rejects.toBe(broken)
  expect(await loadOptional(async () => 1, told)).toBe(1)
})
