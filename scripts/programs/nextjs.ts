import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chromium } from '@playwright/test'

// Starts the example for Next.js, which is built, and uses its page.
const port = process.env['APP_PORT'] ?? ''
const url = `http://127.0.0.1:${port}`
const server = spawn('next', ['start', 'nextjs', '--port', port, '--hostname', '127.0.0.1'], { stdio: 'pipe' })
const printed: string[] = []
const ready = new Promise<void>((resolve, reject) => {
  server.stderr.on('data', (text) => printed.push(String(text)))
  server.stdout.on('data', (text) => {
    printed.push(String(text))
    if (/Ready in/.test(String(text))) resolve()
  })
  server.once('exit', (code) => reject(new Error(`next start ended with ${code}: ${printed.join('')}`)))
})
const executablePath = process.env['CHROMIUM']
const args = ['--no-sandbox', '--disable-gpu']
try {
  await ready
  const stranger = await fetch(`${url}/api/research`, { method: 'POST', body: '{"query":"Why?"}' })
  const browser = await chromium.launch(executablePath === undefined ? { args } : { executablePath, args })
  const page = await browser.newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.getByText('completed', { exact: true }).waitFor()
  const links = await page.locator('p a').count()
  await browser.close()
  console.log(JSON.stringify([stranger.status, links > 0]))
} finally {
  server.removeAllListeners('exit')
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
