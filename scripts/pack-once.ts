import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with each of our packages as it would be published, packed once for all tests. */
    packed: string
  }
}

const root = resolve(import.meta.dirname, '..')

/** Before all tests, once: packs what is built. What is not built is not packed, for tests that need none of it. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  if (globSync('packages/*/dist/index.js', { cwd: root }).length > 0) {
    const words = ['--silent', '--recursive', '--filter', './packages/*', 'pack', '--pack-destination', folder]
    execFileSync('npx', ['-y', 'pnpm@12', ...words], { cwd: root, stdio: 'pipe' })
  }
  project.provide('packed', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
