import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from './support/command-line.ts'
import { freePort } from './support/free-port.ts'
import { startTestService } from './support/service.ts'
import { signUp } from './support/visitor.ts'

const page = readFileSync(new URL('../../../docs/operator-api.md', import.meta.url), 'utf8')

it('the script for payments of the docs grants each payment once, however often its webhook comes', async () => {
  const { url, manage } = await startTestService()
  const operator = await signUp(url, 'op@example.com')
  await manage.setOperator('op@example.com', true)
  await manage.createAccount('eve@example.com', 'free')
  const wanted = { name: 'payments', days: '30', scope: 'credits:grant' }
  const { text } = await operator.send('/operator/keys', wanted, '/operator/keys')
  const file = join(temporaryFolder(), 'payments.mjs')
  writeFileSync(file, /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
  const PORT = String(await freePort())
  const key = /dr_operator_\w+/.exec(text)?.[0]
  const env = { PATH: process.env['PATH'], PORT, RESEARCH_URL: url, DEEP_RESEARCH_OPERATOR_KEY: key }
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.on('data', (bytes) => (printed += bytes))
  await vi.waitUntil(() => printed.includes('listening'), { timeout: 20_000 })
  const deliver = async (id: string, email: string) => {
    const body = JSON.stringify({ id, email, credits: 500 })
    const response = await fetch(`http://127.0.0.1:${PORT}`, { method: 'POST', body })
    return [response.status, await response.text()]
  }
  const twice = await Promise.all([deliver('pay_1', 'eve@example.com'), deliver('pay_1', 'eve@example.com')])
  expect(twice).toEqual([
    [200, 'balance: 800'],
    [200, 'balance: 800'],
  ])
  expect(await deliver('pay_2', 'eve@example.com')).toEqual([200, 'balance: 1300'])
  expect(await deliver('pay_3', 'nobody@example.com')).toEqual([500, ''])
  expect(await manage.showCredits('eve@example.com')).toMatchObject({ added: 1_000 })
})
