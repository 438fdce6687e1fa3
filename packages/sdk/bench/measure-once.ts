import type { Candidate } from './candidate.ts'
import { type Chunking, createWorkload, cut } from './workload.ts'

const WARM_UPS = 10
const RUNS = 9

/** One process: one candidate, one chunking; prints the median CPU of a whole stream, in milliseconds. */
const [name = '', chunking = '', url = ''] = process.argv.slice(2)
const { candidate }: { candidate: Candidate } = await import(`./candidates/${name}.ts`)
const workload = createWorkload(candidate.named)
const chunks = url === '' ? cut(workload, chunking as Chunking) : []

function inMemory(): Response {
  let next = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller): void {
      const chunk = chunks[next]
      next += 1
      if (chunk === undefined) controller.close()
      else controller.enqueue(chunk)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

async function once(): Promise<number> {
  const response = url === '' ? inMemory() : await fetch(url + (candidate.named === true ? '/named' : '/'))
  const before = process.cpuUsage()
  const { events, textLength } = await candidate.read(response)
  const { user, system } = process.cpuUsage(before)
  if (events !== workload.events || textLength !== workload.textLength) {
    throw new Error(`${name} saw ${events} of ${workload.events} events, ${textLength} of ${workload.textLength} units`)
  }
  return (user + system) / 1_000
}

for (let run = 0; run < WARM_UPS; run += 1) await once()
const times: number[] = []
for (let run = 0; run < RUNS; run += 1) times.push(await once())
times.sort((a, b) => a - b)
console.log(times[Math.floor(RUNS / 2)])
