import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { Measured, MeasureTask } from './measure-once.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

const USAGE = `pnpm bench:engine [--corpus PATH] [--questions questions.jsonl] [--limit N] [--built]

Measures, each in a process of its own: indexing PATH (default: the demo corpus), opening the index again, and asking
questions (default: a few about the demo corpus; else N of the file, default 100). Of the sources; with --built, of the
packages as they were built last.`

const run = promisify(execFile)

/** Runs one task in a fresh process, so that its memory and its start are its own. */
async function measure(task: MeasureTask, built: boolean): Promise<Measured> {
  const script = join(import.meta.dirname, 'measure-once.ts')
  const args = [...(built ? [] : ['--conditions=@deep-research/source']), script, JSON.stringify(task)]
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 24 })
  return JSON.parse(stdout) as Measured
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      corpus: { type: 'string' },
      questions: { type: 'string' },
      limit: { type: 'string', default: '100' },
      built: { type: 'boolean', default: false },
    },
  })
  for (const path of [values.corpus, values.questions]) if (path !== undefined) statSync(path)
  return await inTemporaryFolder('bench', async (folder) => {
    const task: MeasureTask = { corpus: values.corpus && resolve(values.corpus), indexFile: join(folder, 'index.db') }
    const indexing = await measure(task, values.built)
    const opening = await measure(task, values.built)
    const asking = await measure(
      { ...task, questions: values.questions ?? 'demo', limit: Number(values.limit) },
      values.built,
    )
    const report = {
      corpus: values.corpus ?? 'demo',
      built: values.built,
      documents: indexing.documents,
      indexed_mb: indexing.mb,
      indexing_mb_s: Number((indexing.mb / (indexing.openMs / 1000)).toFixed(2)),
      indexing_mb_per_cpu_s: Number((indexing.mb / (indexing.cpuMs / 1000)).toFixed(2)),
      indexing_peak_rss_mib: indexing.peakRssMib,
      ready_ms: opening.readyMs,
      ready_rss_mib: opening.rssMib,
      questions: asking.questionCpuMs.length,
      cpu_ms_p50: quantile(asking.questionCpuMs, 0.5),
      cpu_ms_p95: quantile(asking.questionCpuMs, 0.95),
      asked_rss_mib: asking.rssMib,
      asked_peak_rss_mib: asking.peakRssMib,
    }
    console.log(JSON.stringify(report, null, 1))
    return 0
  })
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(`bench: ${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exitCode = 2
  },
)
