import { Command, CommanderError } from 'commander'
import { commandWords } from '#kernel/command-words.ts'
import { UserError } from '#kernel/user-error.ts'
import { addAccountCommands } from './account-commands.ts'
import type { CliContext } from './context.ts'
import { addDemoCommand } from './demo-command.ts'
import { addKeyCommands } from './key-commands.ts'
import { addMcpCommand } from './mcp/mcp-command.ts'
import { addAskCommand } from './research/ask-command.ts'
import { addCorpusCommands } from './research/corpus-commands.ts'
import { addServiceCommands } from './service-commands.ts'
import { addSetupCommands } from './setup/setup-commands.ts'
import { packageVersion } from './version.ts'

const HELP = `
Examples:
  $ deep-research demo                                    see a cited answer, with nothing set up
  $ deep-research ask "What was the Monroe Doctrine?"
  $ deep-research init && deep-research serve             start a service of your own
  $ deep-research doctor                                  find out what is wrong with a set-up

Settings are environment variables, or lines of the file .env in the folder of the command.
deep-research init writes that file with a comment for each of them.
`

/**
 * Runs one command line.
 * @returns the exit code: 0 for success, 1 for failure, 2 for wrong usage, 130 if it was interrupted, 143 if it was ended.
 */
export async function runCli(words: readonly string[], context: CliContext): Promise<number> {
  const program = createProgram(context)
  try {
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (context.stop.aborted && !(error instanceof UserError)) {
      context.stderr.write('Interrupted.\n')
      return exitCodeOf(context.stop)
    }
    context.stderr.write(`${oneLine(error)}\n`)
    return 1
  }
}

/** The exit code of a process that a signal ended: 128 and the number of the signal. */
export function exitCodeOf(stop: AbortSignal): number {
  return stop.reason === 'SIGTERM' ? 143 : 130
}

function createProgram(context: CliContext): Command {
  const program = new Command('deep-research')
    .description('Research with cited answers: in this terminal, or as a service with accounts, keys and a console.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHelpWidth: () => context.stdout.columns ?? WIDE,
      getErrHelpWidth: () => context.stderr.columns ?? WIDE,
    })
  addDemoCommand(program, context)
  addAskCommand(program, context)
  addMcpCommand(program, context)
  addSetupCommands(program, context)
  addServiceCommands(program, context)
  addAccountCommands(program, context)
  addKeyCommands(program, context)
  addCorpusCommands(program, context)
  pointToHelp(program, commandWords())
  return program
}

/** The columns of help that is not shown on a terminal. */
const WIDE = 100

/** Lets each usage error say where its command is explained. */
function pointToHelp(command: Command, words: string): void {
  command.showHelpAfterError(`Run ${words} --help to see how it is used.`)
  for (const sub of command.commands) pointToHelp(sub, `${words} ${sub.name()}`)
}

function oneLine(error: unknown): string {
  if (error instanceof UserError) return error.message
  const message = error instanceof Error ? error.message : String(error)
  return `Unexpected error: ${message.split('\n')[0]}`
}
