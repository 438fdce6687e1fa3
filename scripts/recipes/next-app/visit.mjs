// Starts the built application and asks both of its relays.
import { spawn } from 'node:child_process'
import { readResearchStream } from '@deep-research/sdk'

const { APP_PORT } = process.env
const next = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', 'next-app', '-p', APP_PORT], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  for await (const text of next.stdout) if (String(text).includes('Ready')) break
  const outcomes = []
  for (const runtime of ['node', 'edge']) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"Why?"}' }
    const stream = readResearchStream(await fetch(`http://127.0.0.1:${APP_PORT}/api/${runtime}`, init))
    outcomes.push((await stream.result()).citations.length)
  }
  console.log(JSON.stringify(outcomes))
} finally {
  next.kill()
}
