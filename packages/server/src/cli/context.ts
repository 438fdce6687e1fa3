import type { Command } from 'commander'
import type { Management } from '#accounts/manage.ts'
import { type Environment, readSettings } from '../config.ts'
import type { OpenEngine } from '../product-engine.ts'
import { manage, openStorage } from '../wiring.ts'
import { type Output, print } from './output.ts'

/** What the command line runs in. */
export interface CliContext {
  stdout: Output
  stderr: Output
  environment: Environment
  openEngine: OpenEngine
  /** Aborted when the process is asked to end. */
  stop: AbortSignal
  /** Whether people read the log. */
  readableLog: boolean
}

interface DataCommand<Arguments extends unknown[], Shown> {
  /** Does the work and returns what is printed. */
  run: (manage: Management, ...given: Arguments) => Promise<Shown>
  /** What only people are told, after the table. */
  told?: (data: Shown) => string
}

/** Gives a command `--json` and an action on the database that the settings name. */
export function onDatabase<Arguments extends unknown[], Shown extends object | object[]>(
  command: Command,
  context: CliContext,
  { run, told }: DataCommand<Arguments, Shown>,
): Command {
  return command.option('--json', 'print JSON').action(async (...given: unknown[]) => {
    const storage = await openStorage(readSettings(context.environment))
    try {
      // Commander appends the command itself after the arguments and the options.
      const data = await run(manage(storage), ...(given.slice(0, -1) as Arguments))
      print(context.stdout, Boolean(command.opts()['json']), data, told?.(data))
    } finally {
      await storage.close()
    }
  })
}
