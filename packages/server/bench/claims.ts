import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ResearchResult } from '@deep-research/sdk'
import { share, startAskedService } from './asked-service.ts'
import { type JudgedClaim, readExpertClaims } from './expert-claims.ts'
import { type ScriptedClaim, scriptedWriter } from './scripted-writer.ts'
import { temporaryFolder } from './temporary-folder.ts'

const USAGE = `pnpm evaluate:claims --data DIR [--judge agrees|knows] [--limit N]

Serves DIR/corpus.jsonl, has a scripted model write each claim of DIR/claims.jsonl with the handle of its source sentence,
and prints for each set and kind how many the service calls verified. --judge: with VERIFY=llm, and a judge that quotes the
source sentence and calls everything supported (agrees), or only what is (knows). Where the claims have passages that they
cite (ExpertQA), these are served, and the source sentence is the one that has most of the claim's words.`

/** A claim of the file. */
interface Claim extends ScriptedClaim {
  set: string
  kind: string
}

/** Whether the source bears a claim out, as its set says. */
const isBorneOut = ({ set }: Claim | JudgedClaim) => !/corrupted|not/.test(set)

/** Letters of a claim that verified citations must cover for it to count as verified. */
const COVERED = 0.85
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Whether verified citations cover the claim. */
function isVerified(claim: string, { citations }: Pick<ResearchResult, 'citations'>): boolean {
  const covered = citations.filter(({ verified }) => verified).map(({ cited_text }) => letters(cited_text))
  const wanted = letters(claim)
  const length = covered.filter((part) => wanted.includes(part)).reduce((sum, part) => sum + part.length, 0)
  return length >= COVERED * wanted.length
}

/** The claims of a folder, and the corpus that they are asked over. */
function readClaims(data: string, folder: string): { claims: (Claim | JudgedClaim)[]; corpus: string } {
  const lines = (name: string) => readFileSync(join(data, name), 'utf8').trim().split('\n')
  const corpus = join(data, 'corpus.jsonl')
  const first = JSON.parse(lines('claims.jsonl')[0] ?? '{}') as object
  if (!('evidence' in first)) return { claims: lines('claims.jsonl').map((line) => JSON.parse(line) as Claim), corpus }
  const { claims, records } = readExpertClaims(lines('claims.jsonl'))
  const own = join(folder, 'passages.jsonl')
  writeFileSync(own, records.map((record) => JSON.stringify(record)).join('\n'))
  return { claims, corpus: own }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, judge: { type: 'string' }, limit: { type: 'string' } },
  })
  if (values.data === undefined) {
    process.stderr.write(`${USAGE}\n`)
    return 2
  }
  const folder = temporaryFolder('claims')
  const { claims, corpus } = readClaims(values.data, folder)
  const writer = await scriptedWriter(values.judge === 'knows' ? isBorneOut : () => true)
  const service = await startAskedService({
    corpus,
    model: writer.url,
    verify: values.judge === undefined ? 'lexical' : 'llm',
  })
  const table = new Map<string, { claims: number; written: number; verified: number }>()
  const faults: string[] = []
  try {
    for (const claim of claims.slice(0, values.limit === undefined ? undefined : Number(values.limit))) {
      writer.say(claim)
      const { result, faults: found } = await service.ask(claim.source)
      faults.push(...found)
      const written = letters(result.answer_clean).includes(letters(claim.claim))
      for (const name of [claim.set, ...(claim.kind === '' ? [] : [`${claim.set} ${claim.kind}`])]) {
        const row = table.get(name) ?? { claims: 0, written: 0, verified: 0 }
        row.claims += 1
        row.written += Number(written)
        row.verified += Number(isVerified(claim.claim, result))
        table.set(name, row)
      }
    }
  } finally {
    await service.close()
    await writer.close()
  }
  console.table([...table].map(([name, row]) => ({ name, ...row, share: share(row.verified, row.claims) })))
  process.stdout.write(`${JSON.stringify({ wire_faults: faults.length })}\n`)
  return faults.length === 0 ? 0 : 1
}

process.exitCode = await main()
