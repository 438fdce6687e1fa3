import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { commandWords } from '#kernel/command-words.ts'
import { UserError } from '#kernel/user-error.ts'
import { createLog } from '#telemetry/logger.ts'
import { readSettings, showSettings } from '../config.ts'
import { migrateStorage, warmStorage } from '../open-storage.ts'
import type { CliContext } from './context.ts'
import { print } from './output.ts'
import { readPort } from './read-port.ts'
import { withDocuments } from './research/assert-documents.ts'
import { tellUnknownNames } from './setup/unknown-names.ts'
import { tellUnusedModel } from './setup/unused-model.ts'

const firstSteps = (
  link: string,
) => `There is no operator yet, and nobody can sign up before there is one. To create the operator's account, open this link within an hour:
  ${link}
Or run in another terminal, in this folder:
  ${commandWords()} account create --email you@example.com
  ${commandWords()} account operator you@example.com
  ${commandWords()} key create you@example.com`

/**
 * How long a stopping service still answers, saying that it is stopping, before it stops listening. In milliseconds.
 */
const DRAIN = 1_500

const AFTER_LOSS =
  'Requests were refused from then on, and what ran has failed. Put the database where it was and start the service again; if it is to be another one, the start says how to go on.'

const SERVE_HELP = `
Examples:
  $ deep-research serve
  $ deep-research serve --port 9000 --corpus ~/notes,~/handbook.pdf

Variables:
  HOST, PORT, DATABASE_URL, CORPUS, LLM, SEARCH, …   deep-research config check prints all with their values
`

interface ServeOptions {
  host?: string
  port?: number
  corpus?: string
}

/** The context with the options of the command in place of their settings. */
function withOptions(context: CliContext, { host, port, corpus }: ServeOptions): CliContext {
  const given = { HOST: host, PORT: port?.toString(), CORPUS: corpus }
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...context, environment: { ...context.environment, ...Object.fromEntries(set) } }
}

/** The commands `serve`, `migrate` and `config`. */
export function addServiceCommands(program: Command, context: CliContext): void {
  program
    .command('serve')
    .description('start the service')
    .option('--host <host>', 'the address to listen on, in place of HOST')
    .option('--port <port>', 'the port to listen on, in place of PORT; 0 is any free port', readPort)
    .option('--corpus <paths>', 'folders and files to research in, comma-separated, in place of CORPUS')
    .addHelpText('after', SERVE_HELP)
    .action((options: ServeOptions) => serve(withOptions(context, options)))
  const migrate = program.command('migrate').description('update the database to the newest version')
  migrate.option('--json', 'print JSON').action(async () => {
    const steps = await migrateStorage(readSettings(context.environment))
    const text = steps.length === 0 ? 'The database is up to date.' : `Updated the database: ${steps.join(', ')}.`
    if (migrate.opts()['json']) print(context.stdout, true, { steps })
    else context.stdout.write(`${text}\n`)
  })
  const config = program.command('config').description('look at the settings')
  const check = config
    .command('check')
    .description('check the settings and the models, and print the effective settings')
  check.option('--json', 'print JSON').action(async () => {
    const unknown = tellUnknownNames()
    if (unknown !== undefined) context.stderr.write(`Note: ${unknown}.\n`)
    const settings = showSettings(context.environment)
    const json = Boolean(check.opts()['json'])
    const rows = Object.entries(settings).map(([variable, value]) => ({ variable, value: value || undefined }))
    print(context.stdout, json, json ? settings : rows)
    const effective = readSettings(context.environment)
    const unused = tellUnusedModel(effective)
    if (unused !== undefined) context.stderr.write(`Note: ${unused}.\n`)
    const { tryConfigured } = await import('../live-settings.ts')
    const { sound, problems } = await tryConfigured(effective, context.stop)
    if (!json) for (const line of sound) context.stdout.write(`${line}\n`)
    if (problems.length > 0) throw new UserError(problems.join('\n'))
  })
}

async function serve({ environment, openEngine, stdout, stop, endSlowly, readableLog }: CliContext): Promise<void> {
  const settings = readSettings(environment)
  const log = createLog(settings.logLevel, { readable: readableLog })
  const progress = (line: string) => stdout.write(`${line}\n`)
  const unused = tellUnusedModel(settings)
  if (unused !== undefined) progress(`Note: ${unused}.`)
  warmStorage(settings)
  // Loaded only here, so that other commands start faster.
  const { startService } = await import('../wiring.ts')
  const service = await startService(settings, {
    openEngine: withDocuments(openEngine),
    log,
    progress,
    signal: stop,
  })
  endSlowly()
  progress(`Deep Research is listening on ${service.url}`)
  if (service.firstLink !== undefined) progress(firstSteps(service.firstLink))
  const ended = AbortSignal.any([stop, service.lost])
  if (!ended.aborted) await once(ended, 'abort')
  progress('Shutting down.')
  await service.close({ after: wait(DRAIN) })
  if (service.lost.aborted) throw new UserError(`${service.lost.reason.message}. ${AFTER_LOSS}`)
}
