import { DEFAULT_REASONING_LEVEL, HEADERS, REASONING_LEVELS, TIERS } from '@deep-research/sdk/contract'
import { type Exchange, headOf } from '../exchange.ts'
import { type Case, first, judge, notTestable } from '../finding.ts'
import { offers } from '../offers.ts'
import type { Probe, StreamName } from '../probe.ts'
import { OFFERS_NOTHING } from './offered.ts'
import { ALL_STREAMS, resultOf } from './pick.ts'

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

/** The balances after two consecutive streams differ by the charge of the second one, if nothing was refunded. */
const balance: Case = async (probe) => {
  const streams: Exchange[] = []
  for (const name of ALL_STREAMS) streams.push(await probe.stream(name))
  if (!streams.every(({ headers }) => offers(headers))) return notTestable(OFFERS_NOTHING)
  const asked = probe.seen.filter(({ status, headers }) => status === 200 && headers.has(HEADERS.creditsCharged))
  const settled = (stream: Exchange) => streams.includes(stream) && resultOf(stream) !== undefined
  const pairs = asked.slice(1).flatMap((after, index) => {
    const before = asked[index]
    return before !== undefined && settled(before) && settled(after) ? [{ before, after }] : []
  })
  if (pairs.length === 0) return notTestable('no two completed streams follow each other')
  const apart = first(pairs, ({ before, after }) => {
    const due = numberIn(before, HEADERS.creditsRemaining) - numberIn(after, HEADERS.creditsCharged)
    return numberIn(after, HEADERS.creditsRemaining) === due
      ? undefined
      : `${due} were due behind ${told(before)}; came ${told(after)}`
  })
  return judge(apart)
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
