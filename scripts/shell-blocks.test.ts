import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkCall } from './shell/check-call.ts'
import { recordCalls } from './shell/record-calls.ts'

const root = resolve(import.meta.dirname, '..')
const pages = globSync(['*.md', 'docs/*.md', '{packages,examples}/*/README.md'], { cwd: root })

/** Every block that a reader would type, of every page. */
const shown = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```(?:sh|bash|shell|console)\n([\s\S]*?)^```/gm)].map(
    ([, block = '']) => [page, block.trim().split('\n').at(0) ?? '', block] as const,
  ),
)

test('there are blocks to check', () => {
  expect(shown.length).toBeGreaterThan(40)
})

test.each(shown)('%s: %s', async (page, _first, block) => {
  const calls = recordCalls(block)
  expect(calls.length).toBeGreaterThan(0)
  const complaints = await Promise.all(calls.map((call) => checkCall(call, page)))
  expect(complaints.flat()).toEqual([])
})

describe('what the check finds', () => {
  const complain = async (block: string, page = 'README.md') =>
    (await Promise.all(recordCalls(block).map((call) => checkCall(call, page)))).flat()

  test.each([
    ['deep-research answer "Why?"', 'there is no command answer Why?'],
    ['npx deep-research ask --deep "Why?"', 'ask has no --deep'],
    ['pnpm -s deep-research key create you@example.com --nick laptop', 'key create has no --nick'],
    [
      'docker exec deep-research deep-research key make you@example.com',
      'there is no command key make you@example.com',
    ],
    ['CORPSE=/notes npx -y pnpm@12 serve', 'there is no setting CORPSE'],
    ['LLM=llama npx -y pnpm@12 serve', 'LLM is "llama"; set it to one of none, openai-compatible, anthropic.'],
    ['npx -y pnpm@12 examine', 'there is no script examine'],
    ['npx -y pnpm@12 exec vitest run --project sdk src/nowhere', 'no test of sdk is in src/nowhere'],
    ['npx tsx script.ts', 'npx tsx fetches something that is not ours'],
    ['node src/nothing.ts', 'there is no file src/nothing.ts'],
    ['npm install @deep-research/sdks', 'does not know a package @deep-research/sdks'],
  ])('%s', async (block, complaint) => {
    expect(await complain(block)).toEqual([expect.stringContaining(complaint)])
  })

  test('a program that nobody has said to install, and what is no shell', () => {
    expect(() => recordCalls('jq . answer.json')).toThrow('jq: command not found')
    expect(() => recordCalls('echo "never closed')).toThrow('unexpected EOF')
  })
})
