import { readFileSync } from 'node:fs'
import { openEmbeddedEngine, parseCorpusSetting } from '@deep-research/engine'
import { sample } from './data-set.ts'

/** What to measure in this process. */
export interface MeasureTask {
  /** As the setting of the service; the demo corpus without it. */
  corpus?: string | undefined
  indexFile: string
  /** A file of questions, or `demo`. */
  questions?: string
  limit?: number
}

export interface Measured {
  documents: number
  /** Megabytes that were read. */
  mb: number
  /** From the call to the engine being there. */
  openMs: number
  /** The same, with the start of the process. */
  readyMs: number
  /** Processor's time until then. */
  cpuMs: number
  questionCpuMs: number[]
  rssMib: number
  peakRssMib: number
}

const DEMO_QUESTIONS = [
  'What did Lincoln say about the navy in 1862?',
  'Which presidents asked for a canal across Panama?',
  'What did Roosevelt say about trusts and railroads?',
  'When was the Department of Homeland Security proposed?',
  'Compare what Kennedy and Reagan said about taxes.',
]

const MEBIBYTE = 1_048_576

function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

function questionsOf({ questions, limit = 0 }: MeasureTask): string[] {
  if (questions === undefined) return []
  if (questions === 'demo') return DEMO_QUESTIONS
  const lines = readFileSync(questions, 'utf8').split('\n').filter(Boolean)
  return sample(lines, limit).map((line) => String((JSON.parse(line) as { question: unknown }).question))
}

async function measure(task: MeasureTask): Promise<Measured> {
  const begun = performance.now()
  const cpu = process.cpuUsage()
  let bytes = 0
  const engine = await openEmbeddedEngine({
    sources: parseCorpusSetting(task.corpus),
    indexFile: task.indexFile,
    onProgress: (state) => {
      bytes = state.bytes
    },
  })
  const openMs = Math.round(performance.now() - begun)
  const readyMs = Math.round(performance.now())
  const spent = Math.round(cpuMs(cpu))
  const questionCpuMs: number[] = []
  for (const query of questionsOf(task)) {
    const before = process.cpuUsage()
    for await (const _ of engine.research({ query, level: 'high' }, { signal: new AbortController().signal })) {
      // Only its time counts.
    }
    questionCpuMs.push(cpuMs(before))
  }
  const { documentCount: documents } = engine.corpus
  engine.close()
  return {
    documents,
    mb: Number((bytes / 1e6).toFixed(2)),
    openMs,
    readyMs,
    cpuMs: spent,
    questionCpuMs,
    rssMib: Math.round(process.memoryUsage.rss() / MEBIBYTE),
    peakRssMib: Math.round(process.resourceUsage().maxRSS / 1024),
  }
}

const task = JSON.parse(process.argv[2] ?? '{}') as MeasureTask
console.log(JSON.stringify(await measure(task)))
