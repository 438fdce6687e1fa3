import { DeepResearch, DeepResearchError, isKnownEvent } from '@deep-research/sdk'
import { REASONING_LEVELS } from '@deep-research/sdk/contract'
import {
  type NewKey,
  readEnvironment,
  readSettings,
  type Service,
  startService,
  UserError,
} from '@deep-research/server'
import { StreamView } from './show-stream.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const QUESTION = 'How did presidents argue for conserving the forests?'
const EMAIL = 'demo@example.com'
const LEVEL = 'medium'
const CREDITS = REASONING_LEVELS[LEVEL].credits

/** Starts a service on a free port with its own database; the environment sets everything else. */
async function openService(terminal: Terminal): Promise<Service> {
  const own = { DATABASE_URL: 'sqlite:.data/demo.db', HOST: '127.0.0.1', PORT: '0' }
  let last = ''
  const service = await startService(readSettings({ ...readEnvironment(), ...own }), {
    progress: (line) => {
      last = line
      terminal.status(`  ${line}`)
    },
  })
  terminal.line(`  ${last}`)
  return service
}

/** Creates a key for the demo's own account, which gets enough credits for this one question. */
async function mintKey({ manage }: Service): Promise<NewKey> {
  const accounts = await manage.listAccounts()
  if (!accounts.some(({ email }) => email === EMAIL)) await manage.createAccount(EMAIL, 'free')
  const { free, added } = await manage.showCredits(EMAIL)
  if (free + added < CREDITS) await manage.grantCredits(EMAIL, CREDITS)
  return manage.createKey(EMAIL, 'demo')
}

async function research(question: string, terminal: Terminal, signal: AbortSignal): Promise<void> {
  terminal.line(terminal.style('bold', 'deep-research demo'))
  const service = await openService(terminal)
  try {
    const { id, key } = await mintKey(service)
    const client = new DeepResearch({ apiKey: key, baseURL: service.url })
    terminal.line(`  Service on ${service.url}, with a key of its own.\n`)
    terminal.line(`${terminal.style('bold', 'Question')}  ${question}\n`)
    const options = { include_thinking: true, include_tool_calls: true }
    const stream = await client.stream({ query: question, reasoning_level: LEVEL, options }, { signal })
    const view = new StreamView(terminal)
    for await (const event of stream) if (isKnownEvent(event)) view.show(event)
    await service.manage.revokeKey(id)
  } finally {
    await service.close()
  }
}

const terminal = openTerminal()
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort(new UserError('Interrupted.')))
try {
  await research(process.argv.slice(2).join(' ').trim() || QUESTION, terminal, interrupted.signal)
} catch (error) {
  if (!(error instanceof UserError || DeepResearchError.isInstance(error))) throw error
  console.error(`\n${error.message}`)
  process.exitCode = 1
}
