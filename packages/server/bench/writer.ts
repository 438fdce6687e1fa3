import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../../engine/test/model/scripted-mind.ts'
import { share, startAskedService } from './asked-service.ts'
import { goodWriter } from './good-writer.ts'

const USAGE = `pnpm evaluate:writer --data DIR [--limit N]

Serves DIR/corpus.jsonl and asks the questions of DIR/questions.jsonl (default: 300) with a scripted model that keeps to
its evidence but for one sentence in ten. Prints what the service calls verified; planted sentences that it calls so go to stderr.`

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, limit: { type: 'string', default: '300' } },
  })
  if (values.data === undefined) {
    process.stderr.write(`${USAGE}\n`)
    return 2
  }
  const questions = readFileSync(join(values.data, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .slice(0, Number(values.limit))
    .map((line) => (JSON.parse(line) as { question: string }).question)
  const writer = await goodWriter(seeded(7))
  const corpus = join(values.data, 'corpus.jsonl')
  const service = await startAskedService({ corpus, model: writer.url, verify: 'llm' })
  const counts = { faithful: 0, faithful_verified: 0, planted: 0, planted_verified: 0 }
  let faults = 0
  let charges = 0
  try {
    for (const query of questions) {
      const asked = await service.ask(query)
      charges += asked.charged
      faults += asked.faults.length
      const wrong = [...writer.planted].map(([said, source]) => [letters(said), letters(source)] as const)
      for (const { cited_text, verified } of asked.result.citations) {
        const own = letters(cited_text)
        const isPlanted = wrong.some(
          ([said, source]) => own.includes(said) || (said.includes(own) && !source.includes(own)),
        )
        const kind = isPlanted ? 'planted' : 'faithful'
        counts[kind] += 1
        counts[`${kind}_verified`] += Number(verified)
        if (verified && isPlanted) process.stderr.write(`${cited_text}\n`)
      }
    }
  } finally {
    await service.close()
    await writer.close()
  }
  process.stdout.write(
    `${JSON.stringify({
      questions: questions.length,
      ...counts,
      share_of_faithful: share(counts.faithful_verified, counts.faithful),
      share_of_planted: share(counts.planted_verified, counts.planted),
      wire_faults: faults,
      credits_a_question: share(charges, questions.length),
    })}\n`,
  )
  return faults === 0 ? 0 : 1
}

process.exitCode = await main()
