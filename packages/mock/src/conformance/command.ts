import { parseArgs } from 'node:util'
import { ENVIRONMENT, TIERS, type Tier } from '@deep-research/sdk/contract'
import { reasonOf } from './reason-of.ts'
import { summaryLine, verdictLines } from './report.ts'
import { type ConformanceOptions, type ConformanceReport, runConformance } from './suite.ts'

const OPTIONS = {
  'base-url': { type: 'string' },
  key: { type: 'string' },
  query: { type: 'string' },
  'revoked-key': { type: 'string' },
  'poor-key': { type: 'string' },
  tier: { type: 'string' },
  'timeout-ms': { type: 'string' },
  'spec-only': { type: 'boolean' },
  instant: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** What `deep-research-conformance --help` prints. */
const CONFORMANCE_HELP = `deep-research-conformance: tests a deep-research service against the rules of its specification

  --base-url URL       the service. Default: ${ENVIRONMENT.baseURL}
  --key KEY            a valid key; a run costs its account 120 credits. Default: ${ENVIRONMENT.apiKey}
  --query TEXT         the question to send
  --spec-only          only the rules of the specification itself
  --instant            research takes no time, so a body may arrive all at once
  --revoked-key KEY    tests the rule on revoked keys
  --poor-key KEY       a key of another account without credits: tests 402, and that requests are private
  --tier TIER          free, pro or scale: fills the account's slots and tests 429; up to 50 credits more
                       per slot
  --timeout-ms N       the longest time for one request. Default: 120000
  --json               prints the report as JSON

Exit code: 0 if no rule is broken, 1 if one is, 2 for wrong usage or if nothing answers.
`

/** Where the command writes, and the environment that it reads. */
export interface ConformanceIO {
  out(text: string): void
  err(text: string): void
  env: Readonly<Record<string, string | undefined>>
}

type Values = ReturnType<typeof parse>

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values
}

function need(value: string | undefined, option: string, variable: string): string {
  if (value === undefined || value === '') throw new Error(`${option} is missing; pass it, or set ${variable}.`)
  return value
}

function readTier(text: string | undefined): { tier?: Tier } {
  if (text === undefined) return {}
  const tier = (Object.keys(TIERS) as Tier[]).find((known) => known === text)
  if (tier === undefined) throw new Error(`--tier must be free, pro or scale, not "${text}".`)
  return { tier }
}

function readTimeout(text: string | undefined): { timeoutMs?: number } {
  if (text === undefined) return {}
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--timeout-ms must be a whole number above 0, not "${text}".`)
  return { timeoutMs: Number(text) }
}

function readOptions(values: Values, env: ConformanceIO['env']): ConformanceOptions {
  const baseURL = need(values['base-url'] ?? env[ENVIRONMENT.baseURL], '--base-url', ENVIRONMENT.baseURL)
  if (!URL.canParse(baseURL)) throw new Error(`--base-url must be a URL, not "${baseURL}".`)
  return {
    baseURL,
    key: need(values.key ?? env[ENVIRONMENT.apiKey], '--key', ENVIRONMENT.apiKey),
    ...(values.query === undefined ? {} : { query: values.query }),
    ...(values['revoked-key'] === undefined ? {} : { revokedKey: values['revoked-key'] }),
    ...(values['poor-key'] === undefined ? {} : { poorKey: values['poor-key'] }),
    ...readTier(values.tier),
    ...readTimeout(values['timeout-ms']),
    specOnly: values['spec-only'] ?? false,
    instant: values.instant ?? false,
  }
}

function print(report: ConformanceReport, values: Values, io: ConformanceIO): void {
  io.out(values.json === true ? `${JSON.stringify(report, null, 2)}\n` : `${summaryLine(report)}\n`)
}

/** Runs the command `deep-research-conformance` and returns its exit code. */
export async function conformanceCommand(args: readonly string[], io: ConformanceIO): Promise<0 | 1 | 2> {
  try {
    const values = parse(args)
    if (values.help === true) {
      io.out(CONFORMANCE_HELP)
      return 0
    }
    const options = readOptions(values, io.env)
    const report = await runConformance({
      ...options,
      onVerdict: (verdict) => {
        if (values.json !== true) io.out(`${verdictLines(verdict)}\n`)
      },
    })
    print(report, values, io)
    return report.broken > 0 ? 1 : 0
  } catch (error) {
    io.err(`${reasonOf(error)}\n`)
    return 2
  }
}
