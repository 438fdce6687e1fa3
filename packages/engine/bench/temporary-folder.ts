import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Works in a folder of its own, which is removed however the work ends. */
export async function inTemporaryFolder<Result>(name: string, work: (folder: string) => Promise<Result>) {
  const folder = mkdtempSync(join(tmpdir(), `deep-research-${name}-`))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
