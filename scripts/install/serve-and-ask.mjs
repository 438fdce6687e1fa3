import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readSettings, startService } from '@deep-research/server'

// What a user does in two terminals: a service with the corpus that comes with it, and a program that asks it.
const settings = readSettings({ PORT: '0', DATABASE_URL: 'sqlite:service.db' })
const service = await startService(settings)
try {
  const account = await service.manage.createAccount('you@example.com', 'free')
  const { key } = await service.manage.createKey(account.id)
  const env = { ...process.env, DEEP_RESEARCH_API_KEY: key, DEEP_RESEARCH_BASE_URL: service.url }
  const { stdout } = await promisify(execFile)(process.execPath, ['ask.mjs'], { env })
  console.log(stdout)
  const page = await fetch(`${service.url}/sign-in`)
  console.log(`console: ${page.status} ${/<title>(.*)<\/title>/.exec(await page.text())?.[1]}`)
} finally {
  await service.close()
}
