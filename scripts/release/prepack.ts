import { execFileSync } from 'node:child_process'
import { isBuilt, missingFiles } from './built.ts'

// Runs before a package is packed or published: what is packed is always what the sources say.
const folder = process.cwd()
if (!isBuilt(folder)) execFileSync('pnpm', ['run', 'build'], { cwd: folder, stdio: ['ignore', 2, 2] })
const missing = missingFiles(folder)
if (missing.length > 0) {
  console.error(`${folder} cannot be packed. These files are missing or empty after the build: ${missing.join(', ')}`)
  process.exitCode = 1
}
