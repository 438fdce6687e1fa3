import { closeSync, openSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Prices } from '../src/budget.ts'
import { articleOf } from './article.ts'
import { readDataSet, UsageError } from './data-set.ts'
import { markdownOf } from './markdown.ts'
import { modelFromEnvironment } from './model-from-environment.ts'
import { progressLine } from './progress.ts'
import { type Evaluation, evaluate } from './run-data-set.ts'

const USAGE = `pnpm evaluate --data DIR [--data DIR …] [--level low|medium|high] [--limit N] [--part dev|held-out|all]
              [--questions FILE] [--llm [--prices IN,OUT]] [--out predictions.jsonl] [--export FILE] [--markdown]

Asks the questions of DIR/questions.jsonl, or of FILE, over DIR/corpus.jsonl and prints how the answers score, as JSON or
Markdown. --llm: with the model that LLM, LLM_BASE_URL, LLM_MODEL, LLM_API_KEY, … name, as for the service; IN and OUT are
dollars of a million tokens. --export: the answers as DeepResearch Bench reads them.`

const LEVELS = ['low', 'medium', 'high'] as const
const PARTS = ['dev', 'held-out', 'all'] as const

function settingsOf(args: readonly string[]) {
  const { values } = parse(args)
  const limit = Number(values.limit)
  if (!Number.isInteger(limit) || limit < 0) throw new UsageError(`--limit takes a whole number, got "${values.limit}"`)
  const level = LEVELS.find((known) => known === values.level)
  if (level === undefined) throw new UsageError(`--level takes ${LEVELS.join(', ')}, got "${values.level}"`)
  const part = PARTS.find((known) => known === values.part)
  if (part === undefined) throw new UsageError(`--part takes ${PARTS.join(', ')}, got "${values.part}"`)
  return { ...values, limit, level, part, data: values.data ?? [], prices: pricesOf(values.prices) }
}

function pricesOf(given: string | undefined): Prices | undefined {
  if (given === undefined) return undefined
  const [input = Number.NaN, output = Number.NaN, ...rest] = given.split(',').map(Number)
  if (!(input >= 0 && output >= 0) || rest.length > 0)
    throw new UsageError(`--prices takes two numbers such as 3,15, got "${given}"`)
  return { input, output }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      // A package manager may pass on the separator.
      args: args.filter((arg, index) => arg !== '--' || index > 0),
      options: {
        data: { type: 'string', multiple: true },
        level: { type: 'string', default: 'medium' },
        limit: { type: 'string', default: '0' },
        part: { type: 'string', default: 'all' },
        out: { type: 'string' },
        questions: { type: 'string' },
        llm: { type: 'boolean', default: false },
        prices: { type: 'string' },
        export: { type: 'string' },
        markdown: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function openOut(name: 'out' | 'export', file: string): number {
  try {
    return openSync(file, 'w')
  } catch (error) {
    throw new UsageError(`--${name} is "${file}": ${error instanceof Error ? error.message : error}`)
  }
}

/** 0: all ran; 1: something failed; 2: the setting was wrong. */
async function main(args: readonly string[]): Promise<0 | 1 | 2> {
  const { data, level, limit, part, out, markdown, help, questions, llm, prices, ...rest } = settingsOf(args)
  if (help) {
    console.log(USAGE)
    return 0
  }
  if (data.length === 0) throw new UsageError(`--data is needed\n\n${USAGE}`)
  const sets = data.map((folder) => readDataSet(folder, questions))
  const live = llm ? await modelFromEnvironment(process.env) : undefined
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('stopped')))
  const file = out === undefined ? undefined : openOut('out', out)
  const articles = rest.export === undefined ? undefined : openOut('export', rest.export)
  const evaluations: Evaluation[] = []
  for (const set of sets) {
    const { show, end } = progressLine()
    const options = { level, limit, part, signal: stop.signal, onProgress: show, assist: live?.assist, prices }
    evaluations.push(
      await evaluate(set, {
        ...options,
        onOutcome({ question, result, error, breaches }) {
          const { id, question: text, answer } = question
          const line = { id, question: text, gold: answer, error, breaches, result }
          if (file !== undefined) writeSync(file, `${JSON.stringify(line)}\n`)
          if (articles !== undefined && result) writeSync(articles, `${JSON.stringify(articleOf(question, result))}\n`)
        },
      }),
    )
    end()
  }
  for (const each of [file, articles]) if (each !== undefined) closeSync(each)
  live?.close()
  if (markdown) process.stdout.write(markdownOf(evaluations))
  else console.log(JSON.stringify(evaluations.length === 1 ? evaluations[0] : evaluations, null, 1))
  return evaluations.some(({ problems }) => problems !== undefined) ? 1 : 0
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(`evaluate: ${error instanceof Error ? error.message : error}`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  },
)
