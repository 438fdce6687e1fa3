import { DEFAULT_REASONING_LEVEL, HEADERS, REASONING_LEVELS, TIERS } from '@deep-research/sdk/contract'
import { type Exchange, headOf } from '../exchange.ts'
import { type Case, first, judge, notTestable } from '../finding.ts'
import type { Probe, StreamName } from '../probe.ts'
import { OFFERS_NOTHING, offers } from './offered.ts'
import { ALL_STREAMS } from './pick.ts'

const REMAINING = [HEADERS.creditsRemaining, HEADERS.concurrencyLimit, HEADERS.concurrencyRemaining] as const
const ALL = [HEADERS.creditsCharged, ...REMAINING] as const

const numberIn = ({ headers }: Exchange, name: string): number => {
  const value = headers.get(name) ?? ''
  return /^\d+$/.test(value) ? Number(value) : Number.NaN
}

const told = (seen: Exchange) => ALL.map((name) => `${name}: ${seen.headers.get(name) ?? '(not there)'}`).join(', ')

/** Judges what streams say about the account, if the service says anything. */
const onTold = (check: (stream: Exchange, name: StreamName, probe: Probe) => string | undefined): Case => {
  return async (probe) => {
    for (const name of ALL_STREAMS) {
      const stream = await probe.stream(name)
      if (!offers(stream.headers)) return notTestable(OFFERS_NOTHING)
      const evidence = check(stream, name, probe)
      if (evidence !== undefined) return judge(`${name}: ${evidence}; ${told(stream)}`)
    }
    return judge(undefined)
  }
}

const LEVEL_OF: Record<StreamName, keyof typeof REASONING_LEVELS> = {
  plain: DEFAULT_REASONING_LEVEL,
  verbose: 'low',
  thinking: 'medium',
  tools: 'high',
  attempt: 'low',
}

/** The balances after two consecutive streams differ by the charge of the second one. */
const balance: Case = async (probe) => {
  const streams: Exchange[] = []
  for (const name of ALL_STREAMS) streams.push(await probe.stream(name))
  if (!streams.every(({ headers }) => offers(headers))) return notTestable(OFFERS_NOTHING)
  const asked = probe.seen.filter(({ status, headers }) => status === 200 && headers.has(HEADERS.creditsCharged))
  const apart = first(asked.slice(1), (stream, index) => {
    const before = asked[index]
    if (before === undefined || !streams.includes(stream) || !streams.includes(before)) return undefined
    const due = numberIn(before, HEADERS.creditsRemaining) - numberIn(stream, HEADERS.creditsCharged)
    return numberIn(stream, HEADERS.creditsRemaining) === due
      ? undefined
      : `${due} were due behind ${told(before)}; came ${told(stream)}`
  })
  const follow = asked.some(
    (stream, index) => index > 0 && streams.includes(stream) && streams.includes(asked[index - 1] as Exchange),
  )
  return follow || apart !== undefined ? judge(apart) : notTestable('no two streams follow each other')
}

const refusals: Case = async (probe) => {
  const { poorKey } = probe.subject
  if (poorKey === undefined) return notTestable('no key of an account without credits was given')
  const poor = await probe.post({ query: probe.query }, { [HEADERS.apiKey]: poorKey })
  const silent = REMAINING.find((name) => Number.isNaN(numberIn(poor, name)))
  if (silent !== undefined) return judge(`${silent} is missing; ${told(poor)}; ${headOf(poor)}`)
  if (poor.headers.has(HEADERS.creditsCharged)) return judge(`a refusal charges nothing; ${told(poor)}`)
  const bad = await probe.post({})
  return judge(ALL.some((name) => bad.headers.has(name)) ? `${told(bad)}; ${headOf(bad)}` : undefined)
}

export const accountCases = {
  'account.headers': onTold((stream) => {
    const missing = ALL.find((name) => Number.isNaN(numberIn(stream, name)))
    return missing && `${missing} is no whole number`
  }),
  'account.charged': onTold((stream, name) => {
    const { credits } = REASONING_LEVELS[LEVEL_OF[name]]
    return numberIn(stream, HEADERS.creditsCharged) === credits ? undefined : `${credits} credits were due`
  }),
  'account.balance': balance,
  'account.concurrency': onTold((stream, _, { subject: { tier } }) => {
    const limit = numberIn(stream, HEADERS.concurrencyLimit)
    const known = Object.values(TIERS).some(({ maxConcurrent }) => maxConcurrent === limit)
    if (tier === undefined ? !known : limit !== TIERS[tier].maxConcurrent) return 'this limit is not the tier’s'
    return numberIn(stream, HEADERS.concurrencyRemaining) < limit ? undefined : 'the stream itself takes one'
  }),
  'account.refusals': refusals,
} satisfies Record<string, Case>
