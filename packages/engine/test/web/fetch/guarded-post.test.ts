import { expect, test } from 'vitest'
import { createGuardedPost } from '#web/fetch/guarded-post.ts'
import { loopbackWeb, PUBLIC } from './loopback-web.ts'
import { REFUSED } from './refused-addresses.ts'

const message = { headers: { 'content-type': 'application/json' }, body: '{"a":"ä"}' }

test('posts to the address that was checked, and tells the status alone', async () => {
  const received: unknown[] = []
  const web = await loopbackWeb(async (asked, response) => {
    let body = ''
    for await (const piece of asked.setEncoding('utf8')) body += piece
    received.push({ method: asked.method, url: asked.url, host: asked.headers.host, body })
    response.writeHead(307, { location: 'http://127.0.0.1/' }).end('a'.repeat(100_000))
  })
  const post = createGuardedPost(web.options)
  const { signal } = new AbortController()
  expect(await post('https://public.example/hook?a=b', { ...message, signal })).toBe(307)
  expect(received).toEqual([{ method: 'POST', url: '/hook?a=b', host: 'public.example', body: message.body }])
  expect(web.dialled).toEqual([{ address: PUBLIC, port: 443, host: 'public.example', secure: true }])
})

test('refuses what is not public, and ends with its signal', async () => {
  const web = await loopbackWeb(() => {})
  const { signal } = new AbortController()
  const hidden = createGuardedPost({ ...web.options, resolve: async () => [PUBLIC, '10.0.0.1'] })
  await expect(hidden('https://public.example/', { ...message, signal })).rejects.toMatchObject({ reason: 'refused' })
  const post = createGuardedPost(web.options)
  const secure = REFUSED.map((address) => address.replace(/^http:/, 'https:'))
  for (const address of [...secure, 'http://public.example/']) {
    await expect(post(address, { ...message, signal })).rejects.toMatchObject({ reason: 'refused' })
  }
  expect(web.dialled).toEqual([])
  const late = AbortSignal.timeout(20)
  await expect(post('https://public.example/', { ...message, signal: late })).rejects.toThrow()
})
