/**
 * The State of the Union addresses, as data.
 *
 * @module @deep-research/demo-corpus
 */

import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Addresses, Contents } from './types.ts'

export type { Address, Addresses, Contents } from './types.ts'

const unpack = promisify(brotliDecompress)

/**
 * Reads the addresses from the compressed file beside this module.
 * @throws if the file is missing or damaged.
 */
export async function readAddresses(): Promise<Addresses> {
  const packed = await readFile(new URL('./addresses.json.br', import.meta.url))
  return JSON.parse((await unpack(packed)).toString('utf8')) as Addresses
}

/**
 * Tells what addresses there are, without unpacking them: a service does that at each start.
 * @throws if the file is missing or damaged.
 */
export async function readContents(): Promise<Contents> {
  return JSON.parse(await readFile(new URL('./contents.json', import.meta.url), 'utf8')) as Contents
}
