import { userInfo } from 'node:os'
import type { Command } from 'commander'
import type { Management } from '#accounts/manage.ts'
import type { Origin } from '#accounts/security-event.ts'
import { systemClock } from '#kernel/clock.ts'
import { readSettings } from '../config.ts'
import { manage, openStorage } from '../open-storage.ts'
import type { OpenEngine } from '../product-engine.ts'
import type { Environment } from '../setting-readers.ts'
import { type Output, print } from './output.ts'
import { manageRemotely } from './remote-management.ts'

/** Everything that a command needs from its process. */
export interface CliContext {
  stdin: AsyncIterable<string | Uint8Array>
  stdout: Output
  stderr: Output
  environment: Environment
  openEngine: OpenEngine
  /** Aborted when the process is asked to end; its reason is then the name of the signal. */
  stop: AbortSignal
  /** Lets the process take longer to end than a second, because others depend on it. */
  endSlowly: () => void
  /** Whether the log is formatted for people. */
  readableLog: boolean
}

interface DataCommand<Arguments extends unknown[], Shown> {
  /** Does the work and returns the data to print. */
  run: (manage: Management, ...given: Arguments) => Promise<Shown>
  /** Formats the data for people, in place of a table. */
  show?: (data: Shown) => string
  /** Formats a note for people. It goes to standard error, so that scripts read only data from standard output. */
  note?: (data: Shown) => string
}

/** Gives a command `--json`, `--url` and an action on the configured database, or on the service at a URL. */
export function onDatabase<Arguments extends unknown[], Shown extends object | object[]>(
  command: Command,
  context: CliContext,
  { run, show, note }: DataCommand<Arguments, Shown>,
): Command {
  command.option('--json', 'print JSON').option('--url <url>', REMOTE)
  return command.action(async (...given: unknown[]) => {
    const { json = false, url } = command.opts<{ json?: boolean; url?: string }>()
    await withManagement(context, url, async (management) => {
      // Commander passes the command itself after the arguments and the options.
      const data = await run(management, ...(given.slice(0, -1) as Arguments))
      if (show && !json) context.stdout.write(`${show(data)}\n`)
      else print(context.stdout, json, data)
      if (note && !json) context.stderr.write(`${note(data)}\n`)
    })
  })
}

const REMOTE = 'a running service, which is asked with the key in DEEP_RESEARCH_OPERATOR_KEY'

async function withManagement(
  { environment, stop }: CliContext,
  url: string | undefined,
  act: (management: Management) => Promise<void>,
): Promise<void> {
  if (url !== undefined) return await act(manageRemotely(url, environment['DEEP_RESEARCH_OPERATOR_KEY'], stop))
  const storage = await openStorage(readSettings(environment))
  try {
    await act(manage(storage, systemClock, commandLine()))
  } finally {
    await storage.close()
  }
}

/** The user at the command line, if the system knows the name. */
function commandLine(): Origin {
  try {
    return { actor: 'command_line', actorId: userInfo().username }
  } catch {
    // In a container the user may have no name.
    return { actor: 'command_line' }
  }
}
