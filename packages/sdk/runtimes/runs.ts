import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  // The oldest that it says it runs on.
  'Node 22.18': ['-p', 'node@22.18.0', 'node'],
  'Node 24': ['-p', 'node@24', 'node'],
  'Node 26': ['-p', 'node@26', 'node'],
  'Bun 1.4': ['bun@1.4.5'],
  'Deno 2.9': ['deno@2.9.6', 'run', '-A'],
}
const MINIFLARE = 'miniflare@4.20260730.0'

const run = promisify(execFile)
const here = (name: string): string => join(import.meta.dirname, name)

async function onRuntime(command: readonly string[]): Promise<string> {
  const { stdout } = await run('npx', ['-y', ...command, here('smoke.mjs')])
  return stdout.trim()
}

interface Miniflare {
  dispatchFetch(url: string): Promise<Response>
  dispose(): Promise<void>
}

/** The worker as one module, run by workerd under Miniflare; the suite's service stays in this process. */
async function onWorkerd(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sdk-workerd-'))
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', directory, MINIFLARE])
    const bundle = await build({
      entryPoints: [here('worker.mjs')],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'neutral',
    })
    const { Miniflare } = createRequire(join(directory, 'x.js'))('miniflare') as {
      Miniflare: new (options: object) => Miniflare
    }
    const worker = new Miniflare({
      modules: true,
      script: bundle.outputFiles[0]?.text,
      compatibilityDate: '2026-07-01',
    })
    const { serve } = await import('./serve.mjs')
    const service = await serve()
    try {
      const answer = await worker.dispatchFetch(`http://worker/?base=${encodeURIComponent(service.base)}`)
      const { passed, failures } = (await answer.json()) as { passed: number; failures: string[] }
      if (failures.length > 0) throw new Error(failures.join('\n'))
      return `${passed} passed, 0 failed`
    } finally {
      service.close()
      await worker.dispose()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * One suite over the built package, on every runtime: each resolves with what it counted, or rejects. The runtimes
 * come from npm, each on its own, and are no dependencies of the package.
 */
export const RUNS: Readonly<Record<string, () => Promise<string>>> = {
  workerd: onWorkerd,
  ...Object.fromEntries(Object.entries(RUNTIMES).map(([name, command]) => [name, () => onRuntime(command)])),
}
