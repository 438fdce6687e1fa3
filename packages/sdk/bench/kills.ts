import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { DeepResearch } from '../src/index.ts'

/**
 * `kills [number]`: a service on a real socket that is killed so often with SIGKILL while clients with no options of
 * their own read from it. It ends with 1 if one of their streams is given up, or has a gap or a repetition.
 */
const EVENTS = 400
const EVERY_MS = 5
const LANES = 4
const CALLERS = 3

const port = Number(process.env['KILLED_PORT'] ?? 0)
if (port > 0) serve()
else process.exitCode = await killAll(Number(process.argv[2] ?? 200))

/** What a service tells whose runs outlive its process: the same events from any position. */
function serve(): void {
  const server = createServer(async (request, response) => {
    const from = Number(request.headers['last-event-id'] ?? 0)
    const id = String(request.headers['x-research-resume'] ?? 'req_1')
    const head = { 'content-type': 'text/event-stream', 'x-research-resumable': 'true', 'x-request-id': id }
    response.writeHead(200, head)
    const tell = (type: string, data: object) =>
      response.write(`data: ${JSON.stringify({ type, request_id: 'r', timestamp: '', data })}\n\n`)
    for (let sequence = from; sequence < EVENTS; sequence += 1) {
      tell('research.answer.delta', { content: `${sequence} `, sequence })
      await wait(EVERY_MS)
    }
    const answer = Array.from({ length: EVENTS }, (_, sequence) => `${sequence} `).join('')
    tell('research.completed', { answer, answer_clean: answer, citations: [], sources_summary: [] })
    response.end('data: [DONE]\n\n')
  })
  server.listen(port, '127.0.0.1', () => process.stdout.write('.'))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function start(at: number): Promise<ChildProcess> {
  const args = ['--conditions=@deep-research/source', import.meta.filename]
  const child = spawn(process.execPath, args, { env: { ...process.env, KILLED_PORT: String(at) } })
  await once(child.stdout, 'data')
  return child
}

/** One service and its callers; adds up what came. */
async function lane(kills: number, total: { streams: number; resumes: number; wrong: string[] }): Promise<void> {
  const at = await freePort()
  let service = await start(at)
  let isOver = false
  const onResume = () => {
    total.resumes += 1
  }
  const client = new DeepResearch({ apiKey: 'k', baseURL: `http://127.0.0.1:${at}`, hooks: { onResume } })
  const patient = { retry: { limit: Number.POSITIVE_INFINITY, unknownOutcome: true } }
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) {
      const stream = await client.stream({ query: 'q' }, patient)
      try {
        let expected = 0
        for await (const event of stream) {
          if (event.type !== 'research.answer.delta') continue
          if (event.data.sequence !== expected) total.wrong.push(`${event.data.sequence} instead of ${expected}`)
          expected = event.data.sequence + 1
        }
      } catch (error) {
        total.wrong.push(String(error))
      }
      total.streams += 1
    }
  })
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(Math.random() * 1_000)
    service.kill('SIGKILL')
    await once(service, 'exit')
    service = await start(at)
  }
  isOver = true
  await Promise.all(callers)
  service.kill('SIGKILL')
}

/** @returns the exit code */
async function killAll(kills: number): Promise<number> {
  const total = { streams: 0, resumes: 0, wrong: [] as string[] }
  await Promise.all(Array.from({ length: LANES }, () => lane(Math.ceil(kills / LANES), total)))
  console.log({ kills, ...total })
  return total.wrong.length === 0 ? 0 : 1
}
