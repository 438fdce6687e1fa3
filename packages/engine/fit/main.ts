import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../bench/data-set.ts'
import { fitAll } from './fit-all.ts'
import { readTrainingSet } from './training-set.ts'

const USAGE = `pnpm fit --data DIR [--data DIR …] [--out FILE] [--most N]

Fits what the engine judges by to questions whose answers are known, and writes it to FILE (default:
packages/engine/src/judge/weights.json). DIR holds questions.jsonl, and corpus.jsonl or a folder corpus.
Of each set it asks N questions at most, 200 unless told: with more, sets of articles, which have thousands, would
decide how documentation is answered, of which there are dozens. The same data give the same bytes.`

const WEIGHTS = join(import.meta.dirname, '../src/judge/weights.json')

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args: args.filter((arg, index) => arg !== '--' || index > 0),
    options: {
      data: { type: 'string', multiple: true, default: [] },
      out: { type: 'string', default: WEIGHTS },
      most: { type: 'string', default: '200' },
    },
  })
  if (values.data.length === 0) throw new UsageError(`--data is needed\n\n${USAGE}`)
  const most = Number(values.most)
  if (!Number.isInteger(most) || most < 1)
    throw new UsageError(`--most takes a whole number from 1 on, got "${values.most}"`)
  const fitted = await fitAll(values.data.map(readTrainingSet), most, (line) =>
    console.error(`${Math.round(process.uptime())} s: ${line}`),
  )
  writeFileSync(values.out, `${JSON.stringify(fitted, null, 2)}\n`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`fit: ${error instanceof UsageError ? error.message : error instanceof Error ? error.stack : error}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
