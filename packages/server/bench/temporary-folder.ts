import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is removed when the process ends, also when what it measures fails. */
export function temporaryFolder(name: string, root = tmpdir()): string {
  const folder = mkdtempSync(join(root, `deep-research-${name}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
