import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { commandWords } from '#kernel/command-words.ts'
import { UserError } from '#kernel/user-error.ts'
import { readSettings, settingProblems } from '../../config.ts'
import type { CliContext } from '../context.ts'
import { print } from '../output.ts'
import { openTerminal, type Terminal, wantsColors } from '../view/terminal.ts'
import { type Checked, runChecks } from './checks.ts'
import { settingsFile } from './settings-file.ts'
import { tellUnknownNames } from './unknown-names.ts'
import { tellUnusedModel } from './unused-model.ts'

/** Only the owner of the file may read it, as it may hold keys. */
const OWNER_ONLY = 0o600

/** The commands `init` and `doctor`. */
export function addSetupCommands(program: Command, context: CliContext): void {
  program
    .command('init')
    .description('write a settings file with a comment for each setting')
    .option('--corpus <paths>', 'folders and files to research in, comma-separated')
    .option('-o, --output <file>', 'the file to write', '.env')
    .action(({ corpus, output }: { corpus?: string; output: string }) => {
      writeNew(output, settingsFile({ CORPUS: corpus }))
      context.stdout.write(`Wrote ${output}.\nNext: ${commandWords()} doctor, then ${commandWords()} serve\n`)
    })
  program
    .command('doctor')
    .description('check Node, the settings and everything they name, and say what to do')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => runDoctor(context, json === true))
}

/** Writes a file that is not there yet. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: OWNER_ONLY })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw new UserError(`${file} is there already, and is kept. Use --output to write another file.`)
    throw new UserError(`${file} cannot be written: ${message}`)
  }
}

async function runDoctor(context: CliContext, json: boolean): Promise<void> {
  const { stdout, environment } = context
  const terminal = openTerminal(stdout, { colors: wantsColors(environment) })
  const results: Checked[] = []
  for await (const checked of examine(context)) {
    results.push(checked)
    if (json) continue
    terminal.line(`${markOf(checked, terminal)}  ${terminal.style('bold', checked.name)}: ${checked.detail}`)
  }
  if (json) print(stdout, true, results)
  const wrong = new Set(results.filter(({ ok }) => !ok).map(({ name }) => name))
  if (wrong.size > 0) throw new UserError(`Wrong: ${[...wrong].join(', ')}.`)
}

function markOf({ ok, note = false }: Checked, terminal: Terminal): string {
  if (!ok) return terminal.style('yellow', 'wrong')
  return note ? terminal.style('yellow', 'note ') : terminal.style('green', 'ok   ')
}

async function* examine({ environment, stop }: CliContext): AsyncGenerator<Checked> {
  yield { name: 'Node', ok: true, detail: process.versions.node }
  const unknown = tellUnknownNames()
  if (unknown !== undefined) yield { name: 'settings file', ok: true, note: true, detail: unknown }
  const problems = settingProblems(environment)
  for (const detail of problems) yield { name: 'settings', ok: false, detail }
  if (problems.length > 0) return
  yield { name: 'settings', ok: true, detail: `valid; ${commandWords()} config check prints them` }
  const effective = readSettings(environment)
  const unused = tellUnusedModel(effective)
  if (unused !== undefined) yield { name: 'model', ok: true, note: true, detail: unused }
  yield* runChecks(effective, stop)
}
