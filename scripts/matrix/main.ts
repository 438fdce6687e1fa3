import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { print } from '../../packages/server/src/cli/output.ts'
import { isBefore, judge, type Outcome } from './judge.ts'
import { fetchNode, packClone } from './packages.ts'
import { type Place, STEPS, startForClients } from './steps.ts'

// Does what the front page says, with the packages packed in a fresh clone, in empty folders, on every version of Node:
// `pnpm matrix [--commit HEAD] [--node 20,22.18,22,24,26] [--pictures FOLDER]`.
const { values: options } = parseArgs({
  options: {
    commit: { type: 'string', default: 'HEAD' },
    // The oldest that the command runs on, the newest of each line that is supported, and one that is too old.
    node: { type: 'string', default: '20,22.18,22,24,26' },
    pictures: { type: 'string' },
  },
})
const pictures = options.pictures === undefined ? undefined : resolve(options.pictures)
if (pictures !== undefined) mkdirSync(pictures, { recursive: true })

const work = mkdtempSync(join(tmpdir(), 'matrix-'))
const clone = join(work, 'clone')

async function tryStep(place: Place, version: string, step: (typeof STEPS)[number]): Promise<Outcome> {
  if (step.npmWarns && isBefore(version, step.needs)) return { shown: `needs ${step.needs}` }
  const begun = performance.now()
  const result = await step
    .run(place)
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  const outcome = judge(step, isBefore(version, step.needs), result, (performance.now() - begun) / 1_000)
  console.error(`Node ${version.padEnd(9)} ${step.name.padEnd(14)} ${outcome.shown}`)
  return outcome
}

try {
  console.error(`Packing ${options.commit} …`)
  await packClone(options.commit, clone)
  const own = { node: process.execPath, folder: join(work, 'own'), clone, service: {} }
  const service = await startForClients(own)
  const columns: { version: string; outcomes: Outcome[] }[] = []
  try {
    for (const wanted of options.node.split(',')) {
      const folder = join(work, wanted)
      const node = await fetchNode(wanted, join(folder, 'node'))
      const version = execFileSync(node, ['--version']).toString().trim().slice(1)
      const picture = pictures && join(pictures, `console-${version}.png`)
      const outcomes: Outcome[] = []
      for (const step of STEPS)
        outcomes.push(await tryStep({ node, folder, clone, service: service.set, picture }, version, step))
      columns.push({ version, outcomes })
    }
  } finally {
    await service.stop()
  }
  for (const { version, outcomes } of columns) {
    for (const [at, { wrong }] of outcomes.entries()) {
      if (wrong === undefined) continue
      process.exitCode = 1
      console.error(`\nNode ${version}, ${STEPS[at]?.name}:\n${wrong}`)
    }
  }
  const rows = STEPS.map(({ name }, at) => {
    const cells = columns.map(({ version, outcomes }) => [`Node ${version}`, outcomes[at]?.shown])
    return { step: name, ...Object.fromEntries(cells) }
  })
  print(process.stdout, false, rows)
} finally {
  rmSync(work, { recursive: true, force: true })
}
