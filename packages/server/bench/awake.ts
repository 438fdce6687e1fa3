import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'

/**
 * Keeps all processors of the machine awake while something is measured. A processor that has slept between two events
 * has lost its caches, so that the next event costs more the more code and data it needs.
 */
export async function whileAwake<Result>(measure: () => Promise<Result>): Promise<Result> {
  const spinning = Array.from({ length: availableParallelism() }, spin)
  try {
    return await measure()
  } finally {
    for (const child of spinning) child.kill('SIGKILL')
  }
}

/** A process that uses what no other wants of a processor. It ends by itself if nobody ends it. */
function spin(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'const until = Date.now() + 600_000; while (Date.now() < until);'])
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return child
}
