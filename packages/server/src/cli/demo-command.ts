import { DeepResearch, DeepResearchError, isKnownEvent } from '@deep-research/sdk'
import { REASONING_LEVELS } from '@deep-research/sdk/contract'
import type { Command } from 'commander'
import { UserError } from '#kernel/user-error.ts'
import { readSettings } from '../config.ts'
import type { Service } from '../wiring.ts'
import type { CliContext } from './context.ts'
import { withDocuments } from './research/assert-documents.ts'
import { createLocator } from './research/locate-source.ts'
import { StreamView } from './view/show-stream.ts'
import { openTerminal, type Terminal, wantsColors } from './view/terminal.ts'

const QUESTION = 'What was the Monroe Doctrine?'
const EMAIL = 'demo@example.com'
const LEVEL = 'medium'
const CREDITS = REASONING_LEVELS[LEVEL].credits

/** What the demo sets itself: a service on a free port, with its own database. */
const OWN = { DATABASE_URL: 'sqlite:.data/demo.db', HOST: '127.0.0.1', PORT: '0' }

/** The command `demo`: the whole path of a question, from a service of its own to the cited answer. */
export function addDemoCommand(program: Command, context: CliContext): void {
  program
    .command('demo')
    .argument('[question...]', 'a question for the corpus', [QUESTION])
    .description('start a service, create a key, ask a question and show its stream')
    .addHelpText('after', '\nIts database is .data/demo.db. CORPUS, LLM, SEARCH and the other settings apply.\n')
    .action((words: string[]) => runDemo(context, words.join(' ')))
}

async function runDemo(context: CliContext, question: string): Promise<void> {
  const { environment, stdout, stop } = context
  const terminal = openTerminal(stdout, { colors: wantsColors(environment) })
  terminal.line(terminal.style('bold', 'deep-research demo'))
  const service = await openService(context, terminal)
  try {
    const { id, key } = await createDemoKey(service)
    const client = new DeepResearch({ apiKey: key, baseURL: service.url })
    terminal.line(`  Service on ${service.url}, with a key of its own.\n`)
    terminal.line(`${terminal.style('bold', 'Question')}  ${question}\n`)
    const options = { include_thinking: true, include_tool_calls: true }
    const stream = await client.stream({ query: question, reasoning_level: LEVEL, options }, { signal: stop })
    const locate = createLocator(readSettings(environment).corpus)
    const view = new StreamView({ progress: terminal, answer: terminal, locate })
    for await (const event of stream) if (isKnownEvent(event)) view.show(event)
    await service.manage.revokeKey(id)
  } catch (error) {
    throw DeepResearchError.isInstance(error) ? new UserError(error.message) : error
  } finally {
    await service.close()
  }
}

async function openService({ environment, openEngine, stop }: CliContext, terminal: Terminal): Promise<Service> {
  const { startService } = await import('../wiring.ts')
  let last = ''
  const progress = (line: string) => {
    last = line
    terminal.status(`  ${line}`)
  }
  const given = readSettings({ ...environment, ...OWN })
  // With a thread for the engine, this one hears of Ctrl-C whatever the question makes the engine compute.
  const settings = { ...given, engineWorkers: Math.max(1, given.engineWorkers) }
  const service = await startService(settings, { openEngine: withDocuments(openEngine), progress, signal: stop })
  terminal.line(`  ${last}`)
  return service
}

/** Creates a key for the demo's own account, which gets enough credits for this one question. */
async function createDemoKey({ manage }: Service): Promise<{ id: string; key: string }> {
  const accounts = await manage.listAccounts()
  if (!accounts.some(({ email }) => email === EMAIL)) await manage.createAccount(EMAIL, 'free')
  const { free, added } = await manage.showCredits(EMAIL)
  if (free + added < CREDITS) await manage.grantCredits(EMAIL, CREDITS)
  return manage.createKey(EMAIL, 'demo')
}
