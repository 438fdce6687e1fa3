import { RUNS } from './runs.ts'

function reasonOf(error: unknown): string {
  const { stdout, stderr } = error as { stdout?: string; stderr?: string }
  return `${stdout ?? ''}${stderr ?? ''}`.trim() || String(error)
}

// One that cannot be fetched is named with the reason, and fails the run.
for (const [name, start] of Object.entries(RUNS)) {
  try {
    console.log(`${name}: ${await start()}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`${name}: ${reasonOf(error)}`)
  }
}
