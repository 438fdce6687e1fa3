import { parseArgs } from 'node:util'
import { TIERS, type Tier } from '@deep-research/sdk/contract'
import { createMockAccount, type MockAccount } from '#account/account.ts'
import { testApiKey } from '#request/credential.ts'
import { messageOf } from '#request/message-of.ts'
import { defaultScenario } from '#scenario/default-scenario.ts'
import { latency } from '#scenario/latency.ts'
import { parseScenario, SCENARIO_NAMES } from '#scenario/named.ts'
import { replay } from '#scenario/recording.ts'
import type { Scenario } from '#scenario/scenario.ts'
import { readRecording } from './record-stream.ts'
import { type MockServer, startMockServer } from './start-mock-server.ts'

const OPTIONS = {
  scenario: { type: 'string', multiple: true },
  port: { type: 'string' },
  host: { type: 'string' },
  replay: { type: 'string' },
  speed: { type: 'string' },
  latency: { type: 'string' },
  tier: { type: 'string' },
  credits: { type: 'string' },
  key: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const

/** What `deep-research-mock --help` prints. */
const MOCK_HELP = `deep-research-mock: a mocked deep-research service on a real port

  --scenario TEXT   what to answer with; several are used in turn, and the last one stays. Default: a resumable answer
                    a name with options, and changes after bars: "answer?everyMs=50 | torn?after=4"
  --port N          default: any free port       --host ADDRESS   default: 127.0.0.1
  --latency NAME    none (default), or research: the waits of real research, 15 s to 2 min by level
  --replay FILE     serve a recorded stream
  --speed N         how many times faster than real a recording or a latency is. Default: 1
  --tier TIER       free, pro or scale: use an account with slots and credits
  --credits N       the account's monthly free credits. Default: 300
  --key KEY         a key of the account; repeat it for several. Default: a test key, which is printed

A request can name its own scenario in the header X-Mock-Scenario.

Scenarios and their options:
${Object.entries(SCENARIO_NAMES)
  .map(([name, options]) => `  ${name}${options.length > 0 ? `  ${options.join(' ')}` : ''}`)
  .join('\n')}
`

type Values = ReturnType<typeof parse>

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}".`)
  return Number(text)
}

function isTier(text: string): text is Tier {
  return Object.hasOwn(TIERS, text)
}

function readAccount(values: Values, keys: readonly string[]): MockAccount | undefined {
  const { tier } = values
  const freeCredits = wholeNumber('credits', values.credits)
  if (tier === undefined && freeCredits === undefined && values.key === undefined) return undefined
  if (tier !== undefined && !isTier(tier)) throw new Error(`--tier must be free, pro or scale, not "${tier}".`)
  return createMockAccount({
    keys,
    ...(tier === undefined ? {} : { tier }),
    ...(freeCredits === undefined ? {} : { freeCredits }),
  })
}

function readSpeed(text: string | undefined): number {
  const speed = Number(text ?? '1')
  if (!(speed > 0)) throw new Error(`--speed must be a number above 0, not "${text}".`)
  return speed
}

function readLatency(name: string | undefined, speed: number): (of: Scenario) => Scenario {
  if (name === undefined || name === 'none') return (of) => of
  if (name !== 'research') throw new Error(`--latency must be none or research, not "${name}".`)
  return (of) => latency({ of, speed })
}

async function readScenarios(values: Values): Promise<readonly Scenario[]> {
  const speed = readSpeed(values.speed)
  if (values.replay === undefined) {
    return (values.scenario?.map(parseScenario) ?? [defaultScenario()]).map(readLatency(values.latency, speed))
  }
  if (values.scenario !== undefined) throw new Error('--replay and --scenario cannot be combined.')
  if (values.latency !== undefined) throw new Error('--replay uses the waits of its recording: leave out --latency.')
  return [replay(await readRecording(values.replay), { speed })]
}

async function start(values: Values, keys: readonly string[]): Promise<MockServer> {
  const account = readAccount(values, keys)
  const port = wholeNumber('port', values.port)
  return startMockServer({
    scenario: await readScenarios(values),
    ...(account && { account }),
    ...(port === undefined ? {} : { port }),
    ...(values.host === undefined ? {} : { host: values.host }),
  })
}

/** Where the command writes its output. */
export interface CommandOutput {
  out(text: string): void
  err(text: string): void
}

/**
 * Runs the command `deep-research-mock`. Returns the server that it started, or the exit code if it started none: 0
 * after `--help`, 2 if the arguments are wrong or the port is in use.
 */
export async function mockCommand(args: readonly string[], output: CommandOutput): Promise<MockServer | number> {
  try {
    const values = parse(args)
    if (values.help === true) {
      output.out(MOCK_HELP)
      return 0
    }
    const keys = values.key ?? [testApiKey()]
    const server = await start(values, keys)
    output.out(`${server.url}\n`)
    if (values.key === undefined) output.out(`key: ${keys.join(' ')}\n`)
    return server
  } catch (error) {
    output.err(`${messageOf(error)}\n`)
    return 2
  }
}
