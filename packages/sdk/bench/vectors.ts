import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSseParser } from '../src/stream/parse-sse.ts'

interface Case {
  readonly name: string
  readonly source: string
  readonly chunks: readonly string[]
  readonly expect: readonly { readonly data: string }[]
}

/**
 * Holds the event parser against a folder of vectors (`cases.jsonl`: `{name, source, chunks: [base64], expect}`), as
 * far as data goes: `node … packages/sdk/bench/vectors.ts FOLDER`. Event names, ids and retry times are nothing that a
 * stream of research uses; comments are read over.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Give the folder that holds cases.jsonl.')
  process.exit(2)
}

function parse(chunks: readonly Uint8Array[], ended: boolean): string[] {
  const found: string[] = []
  const parser = createSseParser(
    Number.MAX_SAFE_INTEGER,
    (data) => found.push(data),
    () => undefined,
  )
  for (const chunk of chunks) parser.push(chunk)
  if (ended) parser.end()
  return found
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const bytewise = (chunks: readonly Uint8Array[]): Uint8Array[] =>
  chunks.flatMap((chunk) => [...chunk].map((byte) => Uint8Array.of(byte)))

let held = 0
const differing: string[] = []
const broken: string[] = []
for (const line of readFileSync(join(folder, 'cases.jsonl'), 'utf8').trim().split('\n')) {
  const { name, source, chunks, expect }: Case = JSON.parse(line)
  const bytes = chunks.map((chunk) => new Uint8Array(Buffer.from(chunk, 'base64')))
  const expected = expect.map(({ data }) => data)
  const [open, whole] = [parse(bytes, false), parse(bytes, true)]
  if (!same(parse(bytewise(bytes), true), whole)) broken.push(`${source}: ${name}: depends on how the bytes are cut`)
  if (same(whole, expected)) held += 1
  // The standard drops an event whose blank line has not come; here the end of the connection ends it.
  else if (same(open, expected) && whole.length === expected.length + 1) differing.push(`${source}: ${name}`)
  else broken.push(`${source}: ${name}: ${JSON.stringify({ expected, whole })}`)
}
console.log(`${held} held, ${differing.length} end with an event that lacks its blank line, ${broken.length} broken`)
for (const name of differing) console.log(`  the end of the connection ends the event: ${name}`)
for (const name of broken) console.log(`  broken: ${name}`)
if (broken.length > 0) process.exitCode = 1
