import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from './data-set.ts'
import { MECHANISMS, mechanismOf, type SwitchedOff } from './mechanisms.ts'
import type { Metric, Scores } from './metrics.ts'
import type { Evaluation } from './run-data-set.ts'

const USAGE = `pnpm ablate NAME… --data DIR [--data DIR …] [--level low|medium|high] [--limit N] [--part dev|held-out|all]

Asks the questions of each data set as they are, then once more for each NAME with that mechanism switched off, and prints what the
scores lose. NAME is file:export below packages/engine/src, such as evidence/queries.ts:expansionsFrom=()=>[] where behind = stands what takes its
place (a function that gives nothing by default), or one of: ${Object.keys(MECHANISMS).join(', ')}.`

/** What a mechanism is judged by, and how little of it is noise. */
const JUDGED: readonly Metric[] = [
  'doc_recall',
  'doc_f1',
  'quote_recall',
  'answer_in_text',
  'answer_in_first',
  'abstained_null',
  'answered',
  'answer_chars_mean',
]

/** How two evaluations of the same sets differ: a line for each set. */
export function lossesOf(before: readonly Evaluation[], after: readonly Evaluation[]): string[] {
  return before.map((own, at) => {
    const [one, other] = [scoresOf(own), scoresOf(after[at])]
    const told = JUDGED.flatMap((metric) => {
      const [was, is] = [one[metric], other[metric]]
      if (was === undefined || is === undefined || was === is) return []
      const digits = metric === 'answer_chars_mean' ? 0 : 3
      const by = (is - was).toFixed(digits)
      return [`${metric} ${was.toFixed(digits)} ${is > was ? '+' : ''}${by}`]
    })
    return `  ${own.data}: ${told.join(', ') || 'no difference'}`
  })
}

const scoresOf = (evaluation: Evaluation | undefined): Scores =>
  evaluation?.all ?? evaluation?.dev ?? evaluation?.held_out ?? {}

function evaluated(args: readonly string[], off: readonly SwitchedOff[]): Evaluation[] {
  const [hooks, program] = ['switched-off.ts', 'evaluate.ts'].map((file) => join(import.meta.dirname, file))
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--conditions=@deep-research/source', '--import', `${hooks}`, `${program}`, ...args],
    {
      env: { ...process.env, SWITCHED_OFF: JSON.stringify(off) },
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  )
  if (status !== 0) throw new UsageError('asking the questions failed')
  return [JSON.parse(stdout)].flat()
}

function main(args: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: args.filter((arg, index) => arg !== '--' || index > 0),
    allowPositionals: true,
    options: {
      data: { type: 'string', multiple: true, default: [] },
      level: { type: 'string', default: 'medium' },
      limit: { type: 'string', default: '0' },
      part: { type: 'string', default: 'all' },
    },
  })
  const { data, level, limit, part } = values
  if (data.length === 0 || positionals.length === 0) throw new UsageError(USAGE)
  const mechanisms = positionals.map((name) => ({ name, off: mechanismOf(name) }))
  const asked = [...data.flatMap((folder) => ['--data', folder]), '--level', level, '--limit', limit, '--part', part]
  const before = evaluated(asked, [])
  for (const { name, off } of mechanisms)
    console.log([`without ${name}`, ...lossesOf(before, evaluated(asked, off))].join('\n'))
}

if (import.meta.main) {
  try {
    main(process.argv.slice(2))
  } catch (error) {
    console.error(`ablate: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 2
  }
}
