import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../bench/data-set.ts'
import { HEADS } from '../src/judge/fitted-heads.ts'
import { type Fitted, filesOf } from './files.ts'
import { fitAll } from './fit-all.ts'
import { fitLeadAlone } from './fit-lead.ts'
import { readTrainingSet } from './training-set.ts'

const USAGE = `pnpm fit --data DIR [--data DIR …] [--out DIR] [--most N] [--only lead]

Fits what the engine judges by to questions whose answers are known, and writes two files: the weights, which the
engine reads (packages/engine/src/judge/weights.json), and the record, which says what they were fitted to and how well
they do (packages/engine/fit/record.json). With --out both go to that folder, as weights.json and record.json.
With --only lead it fits the head that chooses what an answer opens with; the other heads stay as they are in the repository.
A folder of --data holds questions.jsonl, and corpus.jsonl or a folder corpus.
Of each set it asks N questions at most, 200 unless told: with more, sets of articles, which have thousands, would
decide how documentation is answered, of which there are dozens. The same data give the same bytes.`

const WEIGHTS = join(import.meta.dirname, '../src/judge')
const RECORD = import.meta.dirname

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args: args.filter((arg, index) => arg !== '--' || index > 0),
    options: {
      data: { type: 'string', multiple: true, default: [] },
      out: { type: 'string' },
      most: { type: 'string', default: '200' },
      only: { type: 'string' },
    },
  })
  const say = (line: string) => console.error(`${Math.round(process.uptime())} s: ${line}`)
  if (values.out) mkdirSync(values.out, { recursive: true })
  if (values.data.length === 0) throw new UsageError(`--data is needed\n\n${USAGE}`)
  const most = Number(values.most)
  if (!Number.isInteger(most) || most < 1)
    throw new UsageError(`--most takes a whole number from 1 on, got "${values.most}"`)
  if (values.only !== undefined && values.only !== 'lead')
    throw new UsageError(`--only takes "lead", got "${values.only}"`)
  const sets = values.data.map(readTrainingSet)
  const fitted = await (values.only ? fitLeadAlone(sets, most, fittedBefore(), say) : fitAll(sets, most, say))
  const { weights, record } = filesOf(fitted)
  writeFileSync(join(values.out ?? WEIGHTS, 'weights.json'), weights)
  writeFileSync(join(values.out ?? RECORD, 'record.json'), record)
}

/** The heads of the repository, and their record. */
function fittedBefore(): Fitted {
  const { weights: _, ...record } = JSON.parse(readFileSync(join(RECORD, 'record.json'), 'utf8'))
  return { heads: HEADS, record }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`fit: ${error instanceof UsageError ? error.message : error instanceof Error ? error.stack : error}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
