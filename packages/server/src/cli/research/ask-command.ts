import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { REASONING_LEVELS, type ReasoningLevel, type ResearchResult } from '@deep-research/sdk/contract'
import { type Command, Option } from 'commander'
import { commandWords } from '#kernel/command-words.ts'
import { UserError } from '#kernel/user-error.ts'
import { readSettings } from '../../config.ts'
import type { CliContext } from '../context.ts'
import { StreamView } from '../view/show-stream.ts'
import { openTerminal, wantsColors } from '../view/terminal.ts'
import { askEngine } from './ask-engine.ts'
import { askService } from './ask-service.ts'
import { createLocator } from './locate-source.ts'
import { FORMATS, type FormatName } from './result-formats.ts'

interface AskOptions {
  level: ReasoningLevel
  server?: string
  output?: string
  quiet?: boolean
  json?: boolean
  markdown?: boolean
  html?: boolean
  bibtex?: boolean
}

const EXAMPLES = `
Examples:
  $ deep-research ask "What was the Monroe Doctrine?"
  $ CORPUS=~/notes deep-research ask --level high "What did we decide about backups?"
  $ deep-research ask --markdown --output answer.md "What is a reef?"
  $ echo "What is a reef?" | deep-research ask --json - | jq .citations
  $ deep-research ask --server https://research.example.com "What is a reef?"

Variables:
  CORPUS                 folders and files to research in; default: the corpus that comes with the engine
  LLM, SEARCH, …         a model and web search, as for the service: deep-research config check lists them
  DEEP_RESEARCH_API_KEY  the key for --server
  NO_COLOR               no colours
`

/** The command `ask`, which needs no service, no account and no credits, unless `--server` names one. */
export function addAskCommand(program: Command, context: CliContext): void {
  const ask = program
    .command('ask')
    .argument('<question...>', 'the question; - reads it from standard input')
    .description('research a question and print a cited answer')
    .addOption(new Option('--level <level>', 'how thoroughly').choices(Object.keys(REASONING_LEVELS)).default('medium'))
    .option('--server <url>', 'ask this service instead of researching in this process')
  for (const [name, { description }] of Object.entries(FORMATS)) {
    const others = Object.keys(FORMATS).filter((other) => other !== name)
    ask.addOption(new Option(`--${name}`, description).conflicts(others))
  }
  ask
    .option('-o, --output <file>', 'write the answer to a file; - is standard output')
    .option('-q, --quiet', 'do not show thinking and tool calls')
    .addHelpText('after', EXAMPLES)
    .action((words: string[], options: AskOptions) => runAsk(context, words, options))
}

async function runAsk(context: CliContext, words: string[], options: AskOptions): Promise<void> {
  const { environment, stdout, stderr, stop } = context
  const query = words.length === 1 && words[0] === '-' ? (await readAll(context.stdin)).trim() : words.join(' ')
  const question = { query, level: options.level }
  const format = (Object.keys(FORMATS) as FormatName[]).find((name) => options[name])
  const toFile = options.output !== undefined && options.output !== '-'
  if (toFile) await checkFile(options.output ?? '')
  const colors = wantsColors(environment)
  const progress = options.quiet ? undefined : openTerminal(stderr, { colors })
  const written: string[] = []
  // A file or another format is written whole, at the end.
  const whole = format !== undefined || toFile
  const answer = openTerminal(whole ? { write: (text) => written.push(text) } : stdout, { colors })
  const locate = options.server === undefined ? createLocator(readSettings(environment).corpus) : undefined
  const view = new StreamView({ progress, answer, whole, locate })
  const tell = (line: string) => (progress ? progress.line(line) : undefined)
  const events =
    options.server === undefined
      ? askEngine(context, question, tell)
      : askService(question, { url: options.server, apiKey: environment['DEEP_RESEARCH_API_KEY'], signal: stop })
  for await (const event of events) {
    view.show(event)
    if (format && event.type === 'research.completed') {
      written.splice(0, written.length, FORMATS[format].print(event.data, query, locate))
    }
    if (event.type !== 'research.completed') continue
    tellDegraded(event.data, stderr, options.server)
    if (options.quiet) tellUnread(event.data, stderr, options.server)
  }
  const text = written.join('')
  if (toFile) {
    await writeAnswer(options.output ?? '', text)
    tell(`The answer is in ${options.output}.`)
  } else if (whole) stdout.write(text)
}

/** Says in a line that some files were not searched, where no progress is shown that names them. */
function tellUnread({ usage }: ResearchResult, stderr: CliContext['stderr'], server: string | undefined): void {
  const { unread_files: files = 0 } = usage
  if (files === 0) return
  // The files of a service are the operator's to look at.
  const hint = server === undefined ? `: ${commandWords()} corpus list says why` : ''
  stderr.write(`${files} ${files === 1 ? 'file' : 'files'} could not be read${hint}.\n`)
}

/** A line that says what was done without the model or the web, and why. */
function tellDegraded({ usage }: ResearchResult, stderr: CliContext['stderr'], server: string | undefined): void {
  const { degraded = [] } = usage
  if (degraded.length === 0) return
  const reasons = Map.groupBy(degraded, ({ reason }) => reason)
  const told = [...reasons].map(([reason, steps]) => `${reason} (${steps.map(({ step }) => step).join(', ')})`)
  const hint = server === undefined ? ` ${commandWords()} doctor tries the model and the search.` : ''
  stderr.write(`Answered with less than is configured: ${told.join('; ')}.${hint}\n`)
}

/** Checks the file before the research, which takes time, and credits of a service. */
async function checkFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  const folder = dirname(file)
  if (found?.isDirectory())
    throw new UserError(`--output ${file} cannot be written: it is a folder. Name a file in it.`)
  if (!found && !(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw new UserError(`--output ${file} cannot be written: there is no folder ${folder}. Make it first.`)
  }
  const permitted = await access(found ? file : folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!permitted) throw new UserError(`--output ${file} cannot be written: you may not write there.`)
}

async function writeAnswer(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    throw new UserError(`--output ${file} cannot be written: ${(error as Error).message}`)
  }
}

async function readAll(input: CliContext['stdin']): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
