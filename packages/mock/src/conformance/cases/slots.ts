import { HEADERS, RESEARCH_PATH, TIERS, type Tier } from '@deep-research/sdk/contract'
import { type Exchange, headOf, readBody, toExchange } from '../exchange.ts'
import { broken, type Case, type Finding, first, held, judge, notTestable } from '../finding.ts'
import { exchange, type Held, hold, type Probe, type Subject, urlOf } from '../probe.ts'
import { isError } from './is-error.ts'
import { OFFERS_NOTHING, offers } from './offered.ts'

/** How many requests are sent at once for each slot: enough that some overlap even if research takes milliseconds. */
const PER_SLOT = 3

interface Rush {
  readonly refused: readonly Exchange[]
  readonly accepted: readonly Response[]
  /** How many of the accepted requests had ended when the last response head arrived. */
  readonly ended: number
}

/** Sends more requests at once than the tier allows, and leaves those that were accepted. */
async function rush({ subject, query }: Probe, requests: number): Promise<Rush> {
  const left = new AbortController()
  const headers = { [HEADERS.apiKey]: subject.key, [HEADERS.contentType]: 'application/json' }
  const body = JSON.stringify({ query, reasoning_level: 'low' })
  const accepted: Response[] = []
  const refused: Exchange[] = []
  let ended = 0
  const one = async () => {
    const response = await (subject.fetch ?? fetch)(urlOf(subject), {
      method: 'POST',
      headers,
      body,
      signal: left.signal,
    })
    if (response.status !== 200) {
      refused.push(toExchange(`POST ${RESEARCH_PATH}`, response, await readBody(response)))
      return
    }
    accepted.push(response)
    void readBody(response).then(() => {
      ended += 1
    })
  }
  await Promise.all(Array.from({ length: requests }, one))
  const endedBefore = ended
  left.abort()
  return { refused, accepted, ended: endedBefore }
}

/** Cancels streams that were only there to take slots, if the service can cancel; otherwise they end by themselves. */
async function letGo({ subject }: Probe, accepted: readonly Response[]): Promise<void> {
  for (const { headers } of accepted) await cancel(subject, headers)
}

async function cancel(subject: Subject, headers: Headers): Promise<void> {
  if (!offers(headers)) return
  await exchange(subject, { method: 'DELETE', path: `${RESEARCH_PATH}/${headers.get(HEADERS.requestId)}` })
}

function inSeconds(refusal: Exchange): string | undefined {
  const retryAfter = refusal.headers.get(HEADERS.retryAfter)
  return /^\d+$/.test(retryAfter ?? '') ? undefined : `Retry-After: ${retryAfter}; ${headOf(refusal)}`
}

function judgeRush({ refused, accepted, ended }: Rush, tier: Tier): Finding {
  const { maxConcurrent } = TIERS[tier]
  const evidence = first(refused, (one) => isError(one, 'RATE_LIMIT_EXCEEDED') ?? inSeconds(one))
  if (evidence !== undefined) return broken(evidence)
  if (refused.length > 0) return held
  if (ended > 0) return notTestable('requests ended before all slots were held at once')
  return judge(`${tier} holds ${maxConcurrent} requests, ${accepted.length} were accepted at once`)
}

/** Fills the slots, cancels one request, and immediately uses the slot that this frees. */
const freed: Case = async ({ subject, query }) => {
  const { tier } = subject
  if (tier === undefined) return notTestable('the tier of the account was not given')
  const body = { query, reasoning_level: 'low' }
  const slots: Held[] = []
  const oneMore = () => exchange(subject, { body: JSON.stringify(body), enough: () => true })
  try {
    while (slots.length < TIERS[tier].maxConcurrent) {
      const slot = await hold(subject, body)
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
    await letGo(probe, rushed.accepted)
    return judgeRush(rushed, tier)
  },
} satisfies Record<string, Case>
