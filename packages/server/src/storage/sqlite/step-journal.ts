import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import type { JournaledStep, StepJournal } from '#jobs/run-store.ts'
import { PRIVATE } from './file.ts'

/** How many bytes may wait for the database; runs that need more wait themselves. */
const MOST_BYTES = 67_108_864

/**
 * A file beside the database with the steps that a lock of another process keeps out of it, one JSON line each. A crash
 * of the process loses none of them, as it loses no commit; a power failure may.
 */
export function openStepJournal(database: string): StepJournal {
  const path = `${database}.steps`
  let descriptor: number | undefined
  let pending = 0
  let bytes = 0
  const clear = () => {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
    bytes = 0
    rmSync(path, { force: true })
  }
  return {
    get pending() {
      return pending
    },
    keep(claim, [key, result]) {
      const line = Buffer.from(`${JSON.stringify({ claim, key, result } satisfies JournaledStep)}\n`)
      if (bytes + line.length > MOST_BYTES) return false
      try {
        descriptor ??= openSync(path, 'a', PRIVATE)
        bytes += writeSync(descriptor, line)
      } catch {
        return false
      }
      pending += 1
      return true
    },
    stored() {
      pending -= 1
      if (pending === 0) clear()
    },
    left: () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').flatMap(readLine) : []),
    clear,
  }
}

/** A line that was cut off in the middle is of a step that no run has learnt of. */
function readLine(line: string): JournaledStep[] {
  try {
    return [JSON.parse(line) as JournaledStep]
  } catch {
    return []
  }
}
