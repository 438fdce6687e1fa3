import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { ROOMS } from './rooms.ts'

const USAGE = `pnpm mutation [ROOM …] [--files GLOB] [--concurrency N]

Changes one expression at a time in each room and runs its tests: a change that no test notices has survived. Prints the
survivors and the score, the share of changes that were noticed, in percent. Rooms: ${Object.keys(ROOMS).join(', ')}.
--files narrows a room to some of its files, named below its package.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string' }, concurrency: { type: 'string' }, help: { type: 'boolean' } },
})
const names = positionals.length > 0 ? positionals : Object.keys(ROOMS)
if (values.help || names.some((name) => !Object.hasOwn(ROOMS, name))) {
  console.error(USAGE)
  process.exit(2)
}

const scores = new Map<string, string>()
for (const name of names) {
  const room = ROOMS[name]
  if (!room) continue
  process.env['MUTATED_ROOM'] = name
  const files = values.files ? [values.files] : room.mutate
  const results = await new Stryker({
    mutate: [...files.map((glob) => `packages/${room.package}/${glob}`), '!packages/**/*.test.ts'],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    coverageAnalysis: 'perTest',
    concurrency: Number(values.concurrency ?? availableParallelism()),
    // A thread that a change broke ends neither itself nor the run.
    timeoutMS: 5_000,
    ignorePatterns: ['docs', 'deploy', '**/dist', '**/packed', '.git'],
    // Not below node_modules, where Node runs no TypeScript: a service starts threads of its own.
    tempDirName: join(tmpdir(), 'deep-research-mutation'),
    incremental: false,
    // Words for people are read by people.
    mutator: { excludedMutations: ['StringLiteral'] },
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  }).runMutationTest()
  const caught = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const counted = results.filter(({ status }) => status !== 'Ignored' && !status.endsWith('Error')).length
  scores.set(name, `${((100 * caught) / counted).toFixed(1)} % of ${counted}`)
}
for (const [name, score] of scores) console.log(`${name.padEnd(10)} ${score}`)
