import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files on which an engine's answers depend: its program, its weights and its word lists. */
const CODE = /\.(ts|js|json)$/

let known: string | undefined

/**
 * A hash of the engine's program with its weights. Another version of it may answer differently, also one whose version
 * number is the same.
 * @throws if the program cannot be found.
 */
export function hashEngineCode(): string {
  known ??= hashFiles()
  return known
}

function hashFiles(): string {
  const folder = dirname(fileURLToPath(import.meta.resolve('@deep-research/engine')))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => CODE.test(name))
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}
