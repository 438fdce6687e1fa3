import { randomBytes } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { UserError } from '#kernel/user-error.ts'
import { deriveKey, seal } from './derived-key.ts'
import { type Origin, type SecurityEventKind, securityEvent } from './security-event.ts'
import {
  type Delivery,
  MOST_WEBHOOKS,
  OLD_SECRET_FOR,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
  type WebhookStore,
} from './webhook.ts'

/** Bytes of a secret, which is shown as `whsec_` and their base64. */
const SECRET_BYTES = 32

/** The longest address, in characters. */
const MAX_URL = 2_000

/** How many deliveries are listed. */
const LISTED = 50

/** The key that webhooks' secrets are sealed with. */
export function webhookKey(serviceSecret: string): Buffer {
  return deriveKey('webhooks', serviceSecret)
}

/** Manages the webhooks of an account. */
export interface Webhooks {
  /**
   * @returns the webhook and, only now, its secret.
   * @throws {@link UserError} if the address or the events are wrong, or there are too many.
   */
  create(
    wanted: { accountId: string; url: string; events: readonly string[] },
    origin: Origin,
  ): Promise<Webhook & { secret: string }>
  list(accountId: string): Promise<Webhook[]>
  /** Undefined if the account has no such webhook. */
  find(id: string, accountId: string): Promise<Webhook | undefined>
  deliveries(webhook: Webhook): Promise<Delivery[]>
  /** @throws {@link UserError} if no event is named. */
  setEvents(webhook: Webhook, events: readonly string[], origin: Origin): Promise<void>
  /** What happens while it is off is not sent later. */
  switch(webhook: Webhook, on: boolean, origin: Origin): Promise<void>
  /** @returns the new secret, to be shown only now. The old one goes on signing for a day. */
  roll(webhook: Webhook, origin: Origin): Promise<string>
  remove(webhook: Webhook, origin: Origin): Promise<void>
  /** Sends a test message, once. */
  test(webhook: Webhook): Promise<void>
}

export interface WebhooksParts {
  webhooks: WebhookStore
  clock: Clock
  /** The service's secret. */
  secret: string
  /** @throws Error with the reason if an address must not be posted to. */
  checkAddress: (url: string) => Promise<unknown>
  /** Looks at once for what is to be sent. */
  poke: () => void
}

export function createWebhooks({ webhooks: store, clock, secret, checkAddress, poke }: WebhooksParts): Webhooks {
  const key = webhookKey(secret)
  const mint = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  const eventOf = (
    kind: SecurityEventKind,
    { id, accountId, url }: Pick<Webhook, 'id' | 'accountId' | 'url'>,
    origin: Origin,
    more: Record<string, string> = {},
  ) => {
    const at = clock.now()
    const detail = { webhook: id, host: URL.parse(url)?.host ?? '', ...more }
    return securityEvent(origin, { id: newId('evt', at), at, kind, accountId, detail })
  }
  const change = async (webhook: Webhook, origin: Origin, more: Record<string, string>) => {
    const changed = await store.change(webhook, eventOf('webhook_changed', webhook, origin, more))
    if (!changed) throw gone()
  }
  return {
    async create({ accountId, url, events }, origin) {
      const at = clock.now()
      const webhook: Webhook = {
        id: newId('whk', at),
        accountId,
        url: await checkUrl(url, checkAddress),
        events: checkEvents(events),
        createdAt: at,
        disabledAt: undefined,
      }
      const made = mint()
      const event = eventOf('webhook_created', webhook, origin, { events: webhook.events.join(' ') })
      if (!(await store.insert(webhook, seal(made, key, webhook.id), event))) {
        throw new UserError(`An account can have ${MOST_WEBHOOKS} webhooks. Remove one first.`)
      }
      return { ...webhook, secret: made }
    },
    list: (accountId) => store.list(accountId),
    find: (id, accountId) => store.find(id, accountId),
    deliveries: ({ id }) => store.deliveries(id, LISTED),
    async setEvents(webhook, events, origin) {
      const checked = checkEvents(events)
      await change({ ...webhook, events: checked }, origin, { events: checked.join(' ') })
    },
    switch: (webhook, on, origin) =>
      change({ ...webhook, disabledAt: on ? undefined : clock.now() }, origin, { switched: on ? 'on' : 'off' }),
    async roll(webhook, origin) {
      const made = mint()
      const rolled = { sealed: seal(made, key, webhook.id), oldUntil: clock.now() + OLD_SECRET_FOR }
      if (!(await store.roll(webhook, rolled, eventOf('webhook_rolled', webhook, origin)))) throw gone()
      return made
    },
    async remove(webhook, origin) {
      if (!(await store.remove(webhook, eventOf('webhook_removed', webhook, origin)))) throw gone()
    },
    async test({ id: webhookId }) {
      const at = clock.now()
      const body = JSON.stringify({ type: TEST_EVENT, timestamp: new Date(at).toISOString(), data: {} })
      await store.add({ id: newId('msg', at), type: TEST_EVENT, createdAt: at, webhookId, body })
      poke()
    },
  }
}

const gone = () => new UserError('There is no such webhook any more.')

async function checkUrl(text: string, checkAddress: WebhooksParts['checkAddress']): Promise<string> {
  const url = text.trim()
  if (url.length > MAX_URL) throw new UserError(`An address must have at most ${MAX_URL} characters.`)
  try {
    await checkAddress(url)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'is no address'
    throw new UserError(
      `The address ${why}. It must begin with https:// and be reachable from the internet on port 443.`,
    )
  }
  return url
}

function checkEvents(events: readonly string[]): WebhookEvent[] {
  const chosen = WEBHOOK_EVENTS.filter((event) => events.includes(event))
  if (chosen.length === 0) throw new UserError('Choose at least one event.')
  return chosen
}
