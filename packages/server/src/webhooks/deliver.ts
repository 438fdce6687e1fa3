import { unseal } from '#accounts/derived-key.ts'
import { webhookKey } from '#accounts/manage-webhooks.ts'
import { securityEvent } from '#accounts/security-event.ts'
import { type DueDelivery, TEST_EVENT, type WebhookStore } from '#accounts/webhook.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { WAITS } from './waits.ts'

/** Sends a text to an address, and resolves to the status of the response. */
export type Post = (
  address: string,
  request: { headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<number>

export interface DeliveriesParts {
  webhooks: Pick<WebhookStore, 'take' | 'attempted' | 'giveUp'>
  /** The service's secret. */
  secret: string
  /** Opened when the first message is sent. */
  openPost: () => Promise<Post>
  clock: Clock
  log: Log
}

/** Sends what waits for webhooks. */
export interface Deliveries {
  /** Looks at once for what is due. */
  poke(): void
  /** Resolves when everything that was due is sent, or has failed. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** How often to look for what is due, in milliseconds. */
const LOOK_EVERY = 5_000

/** How long a receiver has to answer, in milliseconds. */
const ANSWER_WITHIN = 15_000

/** A delivery whose process died is taken again after so many milliseconds: longer than an attempt can last. */
const TAKEN_FOR = 20_000

/** How many attempts are made at once in this process, and how many of them to one webhook. */
const AT_ONCE = 32
const AT_ONCE_EACH = 4

/** The receiver says that it is gone for good. */
const GONE = 410

/** Sends messages to webhooks until it is closed. Several processes may do so on one database. */
export function startDeliveries(parts: DeliveriesParts): Deliveries {
  const { webhooks, clock, log } = parts
  const flying = new Map<Promise<void>, string>()
  const closing = new AbortController()
  let looking: Promise<void> | undefined
  let again = false

  const busy = () => {
    const counts = Map.groupBy(flying.values(), (webhook) => webhook)
    return [...counts].filter(([, { length }]) => length >= AT_ONCE_EACH).map(([webhook]) => webhook)
  }
  const launch = (delivery: DueDelivery) => {
    const flight = attempt(parts, delivery, closing.signal)
      .catch((error) => log.warn(describeError(error), 'what came of a webhook’s delivery was not stored'))
      .finally(() => {
        flying.delete(flight)
        poke()
      })
    flying.set(flight, delivery.webhookId)
  }
  const look = async () => {
    do {
      again = false
      while (flying.size < AT_ONCE && !closing.signal.aborted) {
        const now = clock.now()
        const limit = Math.min(AT_ONCE - flying.size, AT_ONCE_EACH)
        const due = await webhooks.take({ now, again: now + TAKEN_FOR, limit, busy: busy() })
        for (const delivery of due) launch(delivery)
        if (due.length === 0) break
      }
    } while (again && !closing.signal.aborted)
  }
  const poke = () => {
    again = true
    if (closing.signal.aborted) return
    looking ??= look()
      .catch((error) => log.warn(describeError(error), 'webhooks could not be looked after'))
      .finally(() => (looking = undefined))
  }
  const timer = setInterval(poke, LOOK_EVERY).unref()
  return {
    poke,
    async settled() {
      while (looking || flying.size > 0) await Promise.all([looking, ...flying.keys()])
    },
    async close() {
      clearInterval(timer)
      closing.abort(new DOMException('The service ends.', 'AbortError'))
      await this.settled()
    },
  }
}

async function attempt(parts: DeliveriesParts, delivery: DueDelivery, closing: AbortSignal): Promise<void> {
  const { webhooks, clock, log } = parts
  const begun = performance.now()
  const answer = await send(parts, delivery, closing)
  // Another process, or the next one, sends it again.
  if (closing.aborted && !answer.delivered) return
  const now = clock.now()
  const took = Math.round(performance.now() - begun)
  await webhooks.attempted(
    delivery,
    { ...answer, took, dueAt: answer.delivered ? undefined : next(delivery, now) },
    now,
  )
  if (answer.status === GONE) await giveUp(parts, delivery, now)
  const { id, type, webhookId, attempt } = delivery
  log.debug({ message: id, webhook: webhookId, type, attempt, outcome: answer.outcome }, 'webhook delivery')
}

/** When a delivery that failed is attempted again; undefined if that was its last attempt. */
function next({ type, attempt, createdAt }: DueDelivery, now: number): number | undefined {
  const wait = WAITS[attempt - 1]
  if (wait === undefined || type === TEST_EVENT) return undefined
  // After a long outage of the service itself, what is a day old is told once more and then given up.
  return now + wait - createdAt > GIVE_UP_AFTER ? undefined : now + wait
}

/** Milliseconds after which nothing is attempted again. */
const GIVE_UP_AFTER = 86_400_000

interface Answer {
  delivered: boolean
  outcome: string
  status?: number
}

async function send(
  { secret, openPost, clock }: DeliveriesParts,
  delivery: DueDelivery,
  closing: AbortSignal,
): Promise<Answer> {
  const now = clock.now()
  const secrets = secretsOf(delivery, webhookKey(secret), now)
  if (secrets.length === 0) return { delivered: false, outcome: 'its secret cannot be read; roll it' }
  const deadline = AbortSignal.timeout(ANSWER_WITHIN)
  try {
    const { signedHeaders } = await import('./sign.ts')
    const post = await openPost()
    const headers = signedHeaders(delivery, now, secrets)
    const status = await post(delivery.url, {
      headers,
      body: delivery.body,
      signal: AbortSignal.any([deadline, closing]),
    })
    return { delivered: status >= 200 && status < 300, outcome: String(status), status }
  } catch (error) {
    const late = `no answer within ${ANSWER_WITHIN / 1_000} s`
    return { delivered: false, outcome: deadline.aborted ? late : reasonOf(error) }
  }
}

/** The secrets that sign a message: the newest one and, for a day, the one before it. */
function secretsOf({ webhookId, secret, old, oldUntil = 0 }: DueDelivery, key: Buffer, now: number): string[] {
  const sealed = [secret, ...(old !== undefined && now < oldUntil ? [old] : [])]
  return sealed.flatMap((one) => unseal(one, key, webhookId) ?? [])
}

/** A line without anything of the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if ('code' in error && typeof error.code === 'string') return `cannot be reached (${error.code})`
  return error.name === 'FetchFailure' ? error.message : 'no answer'
}

async function giveUp({ webhooks, clock }: DeliveriesParts, delivery: DueDelivery, now: number): Promise<void> {
  const { webhookId, accountId, url } = delivery
  const detail = { webhook: webhookId, host: URL.parse(url)?.host ?? '', switched: 'off', status: GONE }
  const event = { id: newId('evt', clock.now()), at: now, kind: 'webhook_changed' as const, accountId, detail }
  await webhooks.giveUp(webhookId, now, securityEvent({ actor: 'program' }, event))
}
