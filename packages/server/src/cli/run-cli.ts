import { Command, CommanderError } from 'commander'
import { UserError } from '#kernel/user-error.ts'
import { addAccountCommands } from './account-commands.ts'
import type { CliContext } from './context.ts'
import { addKeyCommands } from './key-commands.ts'
import { addResearchCommands } from './research-commands.ts'
import { addServiceCommands } from './service-commands.ts'

/**
 * Runs one command line.
 * @returns the exit code: 0 for success, 1 for failure, 2 for wrong usage.
 */
export async function runCli(words: readonly string[], context: CliContext): Promise<number> {
  const program = new Command('deep-research')
    .description('The reference deep-research service, with accounts, API keys, credits and a dashboard.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    })
  addServiceCommands(program, context)
  addAccountCommands(program, context)
  addKeyCommands(program, context)
  addResearchCommands(program, context)
  try {
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    context.stderr.write(`${oneLine(error)}\n`)
    return 1
  }
}

function oneLine(error: unknown): string {
  if (error instanceof UserError) return error.message
  const message = error instanceof Error ? error.message : String(error)
  return `Unexpected error: ${message.split('\n')[0]}`
}
