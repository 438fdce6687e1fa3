import { spawn } from 'node:child_process'

// `pnpm test`: everything that must hold. `pnpm test --changed`: what a change since the last commit touches, for the
// minute between two edits. Further words go to Vitest.

const words = process.argv.slice(2)
const isQuick = words.some((word) => word.startsWith('--changed'))

/** What tests need: some pack or run what is built. */
const BEFORE = isQuick ? [] : ['build']

/** What tests do not need runs beside them, one after another. */
const BESIDE = isQuick ? ['typecheck', 'lint'] : ['typecheck', 'lint', 'unused', 'check:packages']

/** What takes long and nothing but the whole run should wait for. */
const QUICK = ['--project', '!faults', '--project', '!house']

const seconds = (since: number) => `${Math.round((performance.now() - since) / 1_000)} s`

/** Runs a program; gives its exit code, and what it printed if that is held back. */
function run(command: string, args: readonly string[], stdio: 'inherit' | 'pipe'): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', stdio, stdio] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve([code ?? 1, printed]))
  })
}

async function step(name: string): Promise<boolean> {
  const began = performance.now()
  const [code, printed] = await run('pnpm', [name], 'pipe')
  if (code !== 0) console.error(printed)
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(14)}  ${seconds(began)}`)
  return code === 0
}

/** The step that failed, after which none is done, if one did. */
async function row(names: readonly string[]): Promise<string | undefined> {
  for (const name of names) if (!(await step(name))) return name
  return undefined
}

const besides = row(BESIDE)
const isBuilt = (await row(BEFORE)) === undefined
const code = isBuilt ? (await run('vitest', ['run', ...(isQuick ? QUICK : []), ...words], 'inherit'))[0] : 1
const failed = await besides
if (failed !== undefined) console.error(`FAILED  ${failed}, as told above`)
process.exit(failed === undefined ? code : 1)
