import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Built } from './build.ts'
import { type Pattern, patternsIn, root, sourceFiles } from './find.ts'

/**
 * Every regular expression of the packages, written and built, and the places of calls of `RegExp` of which it is not known
 * what they build.
 */
export async function allPatterns(): Promise<Built> {
  const written: Pattern[] = sourceFiles().flatMap((file) => patternsIn(file).written)
  const { NODE_OPTIONS: _, ...env } = process.env
  const program = resolve(root, 'scripts/patterns/build.ts')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@deep-research/source', '--disable-warning=ExperimentalWarning', program],
    { cwd: root, env, maxBuffer: 64 * 1024 * 1024 },
  )
  const { patterns, unknown } = JSON.parse(stdout) as Built
  return { patterns: [...written, ...patterns], unknown }
}
