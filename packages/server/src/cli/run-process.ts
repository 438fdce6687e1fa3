import { readEnvironment } from '../config.ts'
import type { CliContext } from './context.ts'
import { exitCodeOf, runCli } from './run-cli.ts'

/** Milliseconds after which a process that was asked to stop exits, whatever it is still doing. */
const END_WITHIN = { alone: 900, serving: 4_700 }

/**
 * Runs the command line of a process. SIGINT or SIGTERM stops it in an orderly way; a second signal stops it at once.
 * @returns the exit code.
 */
export async function runProcess(
  host: NodeJS.Process,
  openEngine: CliContext['openEngine'],
  exit: (code: number) => void,
): Promise<number> {
  const stop = new AbortController()
  let patience = END_WITHIN.alone
  const end = (signal: NodeJS.Signals) => {
    if (stop.signal.aborted) exit(exitCodeOf(stop.signal))
    stop.abort(signal)
    setTimeout(() => exit(exitCodeOf(stop.signal)), patience).unref()
  }
  host.on('SIGINT', end).on('SIGTERM', end)
  // Whoever reads the output, such as `head`, has seen enough.
  const leave = (error: NodeJS.ErrnoException) => exit(error.code === 'EPIPE' ? 0 : 1)
  host.stdout.on('error', leave)
  host.stderr.on('error', leave)
  const code = await runCli(host.argv.slice(2), {
    stdin: host.stdin,
    stdout: host.stdout,
    stderr: host.stderr,
    environment: readEnvironment(),
    openEngine,
    stop: stop.signal,
    endSlowly: () => {
      patience = END_WITHIN.serving
    },
    readableLog: host.stderr.isTTY,
  })
  await Promise.all([written(host.stdout), written(host.stderr)])
  return code
}

/** Resolves when everything that was written has left the process, which a slow reader of a pipe can delay. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}
