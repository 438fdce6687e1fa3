import { readEnvironment } from '../config.ts'
import type { CliContext } from './context.ts'
import { runCli } from './run-cli.ts'

/** Milliseconds after which a process that was asked to stop exits, whatever it is still doing. */
const END_WITHIN = 4_700

/**
 * Runs the command line of a process. SIGINT or SIGTERM stops it in an orderly way; a second signal stops it at once.
 * @returns the exit code.
 */
export function runProcess(
  host: NodeJS.Process,
  openEngine: CliContext['openEngine'],
  exit: (code: number) => void,
): Promise<number> {
  const stop = new AbortController()
  const end = () => {
    if (stop.signal.aborted) exit(1)
    stop.abort()
    setTimeout(() => exit(1), END_WITHIN).unref()
  }
  host.on('SIGINT', end).on('SIGTERM', end)
  return runCli(host.argv.slice(2), {
    stdout: host.stdout,
    stderr: host.stderr,
    environment: readEnvironment(),
    openEngine,
    stop: stop.signal,
    readableLog: host.stderr.isTTY,
  })
}
