import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DeepResearch } from '@deep-research/sdk'
import { checkResult } from '@deep-research/sdk/citations'
import { readSettings, startService } from '../src/index.ts'
import { type ScriptedClaim, scriptedWriter } from './scripted-writer.ts'

const USAGE = `pnpm evaluate:claims --data DIR [--judge] [--limit N]

Serves DIR/corpus.jsonl, has a scripted model write each claim of DIR/claims.jsonl with the handle of its source sentence,
and prints for each set and kind how many the service calls verified. --judge: with VERIFY=llm, and a judge that calls
everything supported and quotes the source sentence.`

/** A claim of the file. */
interface Claim extends ScriptedClaim {
  set: string
  kind: string
}

/** Letters of a claim that verified citations must cover for it to count as verified. */
const COVERED = 0.85
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Whether the answer says the claim, and verified citations cover it. */
function isVerified(claim: string, { citations }: { citations: readonly { verified: boolean; cited_text: string }[] }) {
  const covered = citations.filter(({ verified }) => verified).map(({ cited_text }) => letters(cited_text))
  const wanted = letters(claim)
  const length = covered.filter((part) => wanted.includes(part)).reduce((sum, part) => sum + part.length, 0)
  return length >= COVERED * wanted.length
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, judge: { type: 'boolean', default: false }, limit: { type: 'string' } },
  })
  if (values.data === undefined) {
    process.stderr.write(`${USAGE}\n`)
    return 2
  }
  const claims = readFileSync(join(values.data, 'claims.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Claim)
    .slice(0, values.limit === undefined ? undefined : Number(values.limit))
  const folder = mkdtempSync(join(tmpdir(), 'deep-research-claims-'))
  const writer = await scriptedWriter()
  const service = await startService(
    readSettings({
      PORT: '0',
      DATABASE_URL: `sqlite:${join(folder, 'service.db')}`,
      CORPUS: join(values.data, 'corpus.jsonl'),
      LLM: 'openai-compatible',
      LLM_BASE_URL: writer.url,
      LLM_MODEL: 'scripted',
      VERIFY: values.judge ? 'llm' : 'lexical',
    }),
  )
  const table = new Map<string, { claims: number; verified: number }>()
  const faults: string[] = []
  let left = 0
  let client: DeepResearch | undefined
  try {
    for (const [at, claim] of claims.entries()) {
      // An account has credits for so many questions.
      if (at % 20 === 0 || !client) {
        const account = await service.manage.createAccount(`claims-${at}@example.com`, 'pro')
        const { key } = await service.manage.createKey(account.id)
        client = new DeepResearch({ apiKey: key, baseURL: service.url })
      }
      writer.say(claim)
      const result = await client.run({ query: claim.source, reasoning_level: 'low' })
      faults.push(...checkResult(result).map((fault) => `${at}: ${String(fault)}`))
      if (!letters(result.answer_clean).includes(letters(claim.claim))) left += 1
      const verified = isVerified(claim.claim, result)
      for (const name of [claim.set, `${claim.set} ${claim.kind}`]) {
        const row = table.get(name) ?? { claims: 0, verified: 0 }
        row.claims += 1
        row.verified += Number(verified)
        table.set(name, row)
      }
    }
  } finally {
    await service.close()
    await writer.close()
    rmSync(folder, { recursive: true })
  }
  const rows = [...table].map(([name, row]) => ({
    name,
    ...row,
    share: Number((row.verified / row.claims).toFixed(3)),
  }))
  console.table(rows)
  process.stdout.write(`${JSON.stringify({ claims: claims.length, left_out: left, wire_faults: faults.length })}\n`)
  return faults.length === 0 ? 0 : 1
}

process.exitCode = await main()
