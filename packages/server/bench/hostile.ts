import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { watchHealth } from '../../engine/bench/lateness.ts'
import { HOSTILE_QUESTIONS } from '../../engine/test/hostile-questions.ts'
import { LONG_DOCUMENTS, questionOf, writeLongDocuments } from '../../engine/test/long-documents.ts'
import { startScriptedModel } from '../../engine/test/model/scripted-model.ts'
import { type Child, startChild } from './child.ts'
import { seedAccounts } from './seed.ts'
import { temporaryFolder } from './temporary-folder.ts'

const USAGE = `node --conditions=@deep-research/source packages/server/bench/hostile.ts [--level LEVEL] [--model] [--rows N] [--only NAME]

Asks a service with default threads what is made to stop it, and beside each question an ordinary one, by another client:
over the demo corpus questions of 10,000 characters of many kinds, and over tables, lists and texts of N rows (default
20,000) one that finds a row. With --model a scripted model takes part, which the thread that serves asks.`

const ORDINARY = 'How did presidents justify the Panama Canal?'
/** Milliseconds by which the ordinary question comes later. */
const LATER = 20
/** What has no answer by then hangs. */
const LIMIT = 120_000
/** Questions until what is asked is compiled. */
const WARM_UPS = 6
const MEGABYTE = 1e6

const folder = temporaryFolder('hostile')

interface Asked {
  name: string
  query: string
  holds?: string
}

async function ask(url: string, key: string, query: string, level: string): Promise<{ took: number; text: string }> {
  const begun = performance.now()
  const response = await fetch(`${url}/v1/research`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query, reasoning_level: level }),
    signal: AbortSignal.timeout(LIMIT),
  })
  const text = await response.text()
  if (!text.includes('research.completed')) throw new Error(`answered ${response.status}: ${text.slice(-300)}`)
  return { took: performance.now() - begun, text }
}

/** One account a question, as a new one has credits for a few. */
async function measure(service: Child, keys: string[], { name, query, holds = '' }: Asked, level: string) {
  const nextKey = () => keys.pop() ?? ''
  const alone = (await ask(service.url, nextKey(), ORDINARY, 'low')).took
  const [cpu, { rss }] = [await service.cpu(), await service.memory()]
  const health = watchHealth(service.url)
  const first = ask(service.url, nextKey(), query, level)
  await wait(LATER)
  const other = await ask(service.url, nextKey(), ORDINARY, 'low')
  const { took, text } = await first
  const late = health.take()
  await health.end()
  const own = await service.cpu()
  const ordinary = await ask(service.url, nextKey(), ORDINARY, 'low')
  const spent = own - cpu - ((await service.cpu()) - own)
  return {
    question: name,
    'answered, ms': Math.round(took),
    'CPU, ms': Math.round(spent),
    'more memory, MB': Math.round(((await service.memory()).rss - rss) / MEGABYTE),
    'the other client, ms': Math.round(other.took),
    '… alone, ms': Math.round(Math.min(alone, ordinary.took)),
    'longest /healthz, ms': late,
    'right row': holds === '' ? '' : text.replaceAll('\\n', '\n').includes(holds) ? 'yes' : 'NO',
  }
}

async function measureAll(questions: readonly Asked[], corpus: string, model: string, level: string): Promise<void> {
  const path = join(mkdtempSync(join(folder, 'service-')), 'service.db')
  const keys = await seedAccounts(path, 4 * questions.length + WARM_UPS)
  const service = await startChild('serve-documents.ts', [path, corpus, model])
  try {
    for (let count = 0; count < WARM_UPS; count += 1) await ask(service.url, keys.pop() ?? '', ORDINARY, level)
    const rows: Awaited<ReturnType<typeof measure>>[] = []
    for (const question of questions) rows.push(await measure(service, keys, question, level))
    console.table(rows)
    const most = (pick: (row: (typeof rows)[number]) => number) => Math.max(...rows.map(pick))
    console.table({
      'at most': {
        'CPU, ms': most((row) => row['CPU, ms']),
        'more memory, MB': most((row) => row['more memory, MB']),
        'the other client later by, ms': most((row) => row['the other client, ms'] - row['… alone, ms']),
        'longest /healthz, ms': most((row) => row['longest /healthz, ms']),
      },
    })
  } finally {
    await service.end()
  }
}

const { values } = parseArgs({
  options: {
    level: { type: 'string', default: 'high' },
    rows: { type: 'string', default: '20000' },
    only: { type: 'string' },
    model: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(USAGE)
else {
  const model = values.model ? await startScriptedModel() : undefined
  const isWanted = ({ name }: { name: string }) => values.only === undefined || name.includes(values.only)
  const questions = HOSTILE_QUESTIONS.filter(isWanted)
  if (questions.length > 0) {
    console.log(`Questions of 10,000 characters at ${values.level}, demo corpus:`)
    await measureAll(questions, '', model?.url ?? '', values.level)
  }
  for (const document of LONG_DOCUMENTS.filter(isWanted)) {
    const corpus = mkdtempSync(join(folder, 'corpus-'))
    const row = Math.floor(Number(values.rows) * 0.87)
    writeLongDocuments(corpus, [document], Number(values.rows))
    const asked = { name: document.name, query: questionOf(row), holds: document.shown(row) }
    console.log(`${document.name} of ${values.rows} rows, at ${values.level}:`)
    await measureAll([asked, { ...asked, name: `${document.name}, again` }], corpus, model?.url ?? '', values.level)
  }
  await model?.close()
}
