import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from './support/free-port.ts'

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

it('the receiver of the docs takes each message once, and only from the service', async () => {
  // Below this package, so that the library is found.
  const folder = mkdtempSync(fileURLToPath(new URL('../node_modules/.receiver-', import.meta.url)))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const PORT = String(await freePort())
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], PORT, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.on('data', (bytes) => (printed += bytes))
  await vi.waitUntil(() => printed.includes('listening'), { timeout: 20_000 })
  const body = JSON.stringify({ type: 'research.completed', timestamp: '', data: { request_id: 'req_1' } })
  const deliver = async (id: string, signedWith: string) => {
    const now = new Date()
    const signature = new Webhook(signedWith).sign(id, now, body)
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)) }
    const sent = { method: 'POST', body, headers: { ...headers, 'webhook-signature': signature } }
    return (await fetch(`http://127.0.0.1:${PORT}`, sent)).status
  }
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  expect([await deliver('msg_1', secret), await deliver('msg_1', secret), await deliver('msg_2', other)]).toEqual([
    204, 204, 400,
  ])
  expect(printed.match(/research\.completed req_1/g)).toHaveLength(1)
})
