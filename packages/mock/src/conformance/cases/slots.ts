import { HEADERS, TIERS, type Tier } from '@deep-research/sdk/contract'
import { type Exchange, headOf } from '../exchange.ts'
import { broken, type Case, type Finding, first, held, judge, notTestable } from '../finding.ts'
import { offers } from '../offers.ts'
import { cancel, exchange, type Held, hold, type Probe } from '../probe.ts'
import { isError } from './is-error.ts'
import { OFFERS_NOTHING } from './offered.ts'

/** How many requests are sent at once for each slot: enough that some overlap even if research takes milliseconds. */
const PER_SLOT = 3

interface Rush {
  readonly refused: readonly Exchange[]
  readonly accepted: readonly Held[]
}

/** Sends more requests at once than the tier allows. */
async function rush({ subject, query }: Probe, requests: number): Promise<Rush> {
  const body = { query, reasoning_level: 'low' }
  const answers = await Promise.all(Array.from({ length: requests }, () => hold(subject, body)))
  return {
    refused: answers.flatMap((answer) => ('refusal' in answer ? [answer.refusal] : [])),
    accepted: answers.flatMap((answer) => ('refusal' in answer ? [] : [answer])),
  }
}

function inSeconds(refusal: Exchange): string | undefined {
  const retryAfter = refusal.headers.get(HEADERS.retryAfter)
  return /^\d+$/.test(retryAfter ?? '') ? undefined : `Retry-After: ${retryAfter}; ${headOf(refusal)}`
}

/** How many of the streams ran at the same moment, by the service's own dates: each from its first event to its last. */
function atOnce(streams: readonly Exchange[]): number {
  const spans = streams.map(({ events }) => {
    const dates = events.map(({ envelope }) => Date.parse(String(envelope['timestamp'])))
    return { from: Math.min(...dates), until: Math.max(...dates) }
  })
  const running = spans.map(({ from: at }) => spans.filter(({ from, until }) => from <= at && at < until).length)
  return Math.max(0, ...running)
}

async function judgeRush({ refused, accepted }: Rush, tier: Tier): Promise<Finding> {
  const { maxConcurrent } = TIERS[tier]
  const evidence = first(refused, (one) => isError(one, 'RATE_LIMIT_EXCEEDED') ?? inSeconds(one))
  if (evidence !== undefined) return broken(evidence)
  if (refused.length > 0) return held
  const most = atOnce(await Promise.all(accepted.map((stream) => stream.rest())))
  return most > maxConcurrent
    ? broken(`${tier} holds ${maxConcurrent} requests, ${most} ran at once, as their events are dated`)
    : notTestable('requests ended before all slots were held at once')
}

/** Fills the slots, cancels one request, and immediately uses the slot that this frees. */
const freed: Case = async (probe) => {
  const { subject, query } = probe
  const { tier } = subject
  if (tier === undefined) return notTestable('the tier of the account was not given')
  const body = { query, reasoning_level: 'low' }
  const slots: Held[] = []
  const oneMore = () => exchange(subject, { body: JSON.stringify(body), enough: () => true })
  try {
    while (slots.length < TIERS[tier].maxConcurrent) {
      const slot = await probe.begin(body)
      if (slot === undefined || !offers(slot.headers)) return notTestable(slot ? OFFERS_NOTHING : 'no slot was free')
      slots.push(slot)
    }
    const beyond = await oneMore()
    if (beyond.status === 200) await cancel(subject, beyond.headers)
    if (beyond.status !== 429) return notTestable('requests ended before all slots were held at once')
    await slots[0]?.cancel()
    const next = await oneMore()
    if (next.status === 200) await cancel(subject, next.headers)
    return judge(next.status === 200 ? undefined : `behind a DELETE: ${headOf(next)}`)
  } finally {
    for (const slot of slots) await slot.leave()
  }
}

export const slotCases = {
  'cancel.slot': freed,
  'slots.exceeded': async (probe) => {
    const { tier } = probe.subject
    if (tier === undefined) return notTestable('the tier of the account was not given')
    const rushed = await rush(probe, TIERS[tier].maxConcurrent * PER_SLOT)
    try {
      return await judgeRush(rushed, tier)
    } finally {
      for (const stream of rushed.accepted) await stream.leave()
    }
  },
} satisfies Record<string, Case>
