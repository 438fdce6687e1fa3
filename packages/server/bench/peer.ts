import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type BuiltServer, prepareCheckout } from './built-server.ts'
import { median } from './statistics.ts'

const USAGE = `pnpm bench:peer --peer CHECKOUT --corpus PATH --questions questions.jsonl [--limit N] [--level LEVEL] [--rounds N]

Compares the built servers of two checkouts, this one's and a peer's, over HTTP: the processor's time from a start until
PATH is indexed (in 3 rounds), and that of each of N questions (default 100, spread over the file; at medium), one after the
other. Both servers run at once and each question is asked of both in turn, so that the machine's moods cancel. On Linux.`

/** The server has threads that start after it is ready; they are up by then, in milliseconds. */
const SETTLED = 1_500
/** What a server still writes after its answer counts with it, in milliseconds. */
const AFTER = 2

interface Side {
  name: string
  root: string
  /** Processor's time until the corpus was indexed, in milliseconds; one of each round. */
  indexing: number[]
  /** Of each question. */
  asking: number[]
}

async function measureIndexing(sides: readonly Side[], corpus: string, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const { root, indexing } of sides) {
      const server = await (await prepareCheckout(root, corpus)).start()
      indexing.push(server.cpu())
      await server.end()
    }
  }
}

async function measureQuestions(sides: readonly Side[], corpus: string, questions: string[], level: string) {
  const servers: BuiltServer[] = []
  try {
    for (const { root } of sides) {
      const checkout = await prepareCheckout(root, corpus)
      // A service is asked in a process that found its index.
      await (await checkout.start()).end()
      servers.push(await checkout.start())
    }
    await wait(SETTLED)
    for (const [number, question] of questions.entries()) {
      for (const at of number % 2 === 0 ? [0, 1] : [1, 0]) {
        const server = servers[at] as BuiltServer
        const before = server.cpu()
        await server.ask(question, level)
        await wait(AFTER)
        sides[at]?.asking.push(server.cpu() - before)
      }
    }
    return servers.map((server) => server.peak())
  } finally {
    for (const server of servers) await server.end()
  }
}

function questionsIn(file: string, limit: number): string[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const step = Math.max(1, lines.length / limit)
  const chosen = Array.from({ length: Math.min(limit, lines.length) }, (_, at) => lines[Math.floor(at * step)] ?? '{}')
  return chosen.map((line) => String((JSON.parse(line) as { question: unknown }).question))
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      peer: { type: 'string' },
      corpus: { type: 'string' },
      questions: { type: 'string' },
      limit: { type: 'string', default: '100' },
      level: { type: 'string', default: 'medium' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const { peer, corpus, questions, limit, level, rounds } = values
  if (peer === undefined || corpus === undefined || questions === undefined) {
    console.error(USAGE)
    return 2
  }
  const side = (name: string, root: string): Side => ({ name, root, indexing: [], asking: [] })
  const sides = [side('peer', resolve(peer)), side('this', join(import.meta.dirname, '../../..'))] as const
  const asked = questionsIn(questions, Number(limit))
  await measureIndexing(sides, resolve(corpus), Number(rounds))
  const peaks = await measureQuestions(sides, resolve(corpus), asked, level)
  const [other, own] = sides
  const ratio = (pick: (side: Side) => number[]) =>
    median(pick(own).map((value, at) => value / (pick(other)[at] ?? Number.NaN))).toFixed(2)
  console.table(
    Object.fromEntries(
      sides.map(({ name, indexing, asking }, at) => [
        name,
        {
          'indexing, CPU ms': Math.round(median(indexing)),
          'a question, CPU ms': Math.round(median(asking)),
          'peak, MiB': peaks[at],
        },
      ]),
    ),
  )
  console.log(
    `this ÷ peer: indexing ${ratio(({ indexing }) => indexing)}, a question ${ratio(({ asking }) => asking)} (medians of ratios)`,
  )
  return 0
}

process.exitCode = await main()
