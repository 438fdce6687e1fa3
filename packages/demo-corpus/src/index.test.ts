import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { readContents as contentsOfDataSet, readAddresses as fromDataSet } from './from-data-set.ts'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist/index.js')

beforeAll(() => {
  if (!existsSync(join(root, 'dist/contents.json'))) execFileSync('pnpm', ['build'], { cwd: root })
}, 60_000)

it('the compressed file has every address of the data set, word for word', async () => {
  const { readAddresses, readContents } = (await import(built)) as {
    readAddresses: typeof fromDataSet
    readContents: typeof contentsOfDataSet
  }
  const packed = await readAddresses()
  expect(packed.addresses).toHaveLength(233)
  expect(packed).toEqual(await fromDataSet())
  expect(await readContents()).toEqual(await contentsOfDataSet())
})

it('names and quotation marks are written as people write them', async () => {
  const { addresses } = await fromDataSet()
  expect(addresses.find(({ year }) => year === 1897)?.president).toBe('William McKinley')
  expect(addresses.find(({ year }) => year === 1941)?.president).toBe('Franklin D. Roosevelt')
  expect(addresses.filter(({ text }) => text.includes('&quot;'))).toEqual([])
})
