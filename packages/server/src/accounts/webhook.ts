import type { SecurityEvent } from './security-event.ts'

/** What an account can be told of. */
export const WEBHOOK_EVENTS = ['research.completed', 'research.failed', 'credits.low'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What the test button sends. */
export const TEST_EVENT = 'webhook.test'

/** How many webhooks an account may have. */
export const MOST_WEBHOOKS = 5

/** How long a rolled secret goes on signing beside the new one, in milliseconds. */
export const OLD_SECRET_FOR = 86_400_000

/** How long deliveries that have ended are listed, in milliseconds. */
export const DELIVERIES_FOR = 30 * 86_400_000

/** An address that is told of an account's events, without its secret. Times are milliseconds since 1970. */
export interface Webhook {
  /** `whk_` and random characters. */
  id: string
  accountId: string
  url: string
  events: readonly WebhookEvent[]
  createdAt: number
  /** When it was switched off; nothing is sent to it since. */
  disabledAt: number | undefined
}

/** The secrets that sign what is sent to a webhook, each sealed; the newest one comes first. */
export interface WebhookSecrets {
  secret: string
  old: string | undefined
  /** Until when the old one signs too. */
  oldUntil: number | undefined
}

/** One message to one webhook. */
export interface Delivery {
  /** `msg_` and random characters: the `webhook-id` of every attempt. */
  id: string
  type: WebhookEvent | typeof TEST_EVENT
  createdAt: number
  /** How many attempts were begun. */
  attempts: number
  /** When the next attempt is made; undefined when it has ended. */
  dueAt: number | undefined
  endedAt: number | undefined
  delivered: boolean
  /** What came of the latest attempt, for people: a status or a fault. Undefined before the first has ended. */
  outcome: string | undefined
  /** How long the latest attempt took, in milliseconds. */
  took: number | undefined
}

/** A delivery that is to be attempted now. */
export interface DueDelivery extends WebhookSecrets {
  id: string
  type: Delivery['type']
  webhookId: string
  accountId: string
  url: string
  body: string
  createdAt: number
  /** Which attempt this is, from 1. */
  attempt: number
}

/** What came of an attempt. */
export interface Attempted {
  outcome: string
  took: number
  delivered: boolean
  /** When to try again; undefined ends the delivery. */
  dueAt: number | undefined
}

/** Stores webhooks and what is to be sent to them. Each method is one transaction, which also records the event. */
export interface WebhookStore {
  /** False if the account has as many as it may have, or is gone. */
  insert(webhook: Webhook, sealed: string, event: SecurityEvent): Promise<boolean>
  /** The oldest one comes first. */
  list(accountId: string): Promise<Webhook[]>
  find(id: string, accountId: string): Promise<Webhook | undefined>
  /** Changes the events, or switches it off or on. False if the account has no such webhook. */
  change(webhook: Pick<Webhook, 'id' | 'accountId' | 'events' | 'disabledAt'>, event: SecurityEvent): Promise<boolean>
  /** The old secret goes on signing until a moment. False if the account has no such webhook. */
  roll(
    webhook: Pick<Webhook, 'id' | 'accountId'>,
    rolled: { sealed: string; oldUntil: number },
    event: SecurityEvent,
  ): Promise<boolean>
  /** Removes it with its deliveries. False if the account has no such webhook. */
  remove(webhook: Pick<Webhook, 'id' | 'accountId'>, event: SecurityEvent): Promise<boolean>
  /** Adds a message to one webhook. */
  add(delivery: Pick<Delivery, 'id' | 'type' | 'createdAt'> & { webhookId: string; body: string }): Promise<void>
  /** The latest deliveries of a webhook, the newest first. */
  deliveries(webhookId: string, limit: number): Promise<Delivery[]>
  /**
   * Takes deliveries that are due, and makes them due again at `again`, should nobody tell what came of them. Those of
   * the webhooks in `busy` are left.
   */
  take(due: { now: number; again: number; limit: number; busy: readonly string[] }): Promise<DueDelivery[]>
  /** Stores what came of an attempt, unless a later one was begun meanwhile. */
  attempted(delivery: Pick<DueDelivery, 'id' | 'attempt'>, attempted: Attempted, now: number): Promise<void>
  /** Switches a webhook off because its receiver is gone for good, and ends all that waits for it. */
  giveUp(webhookId: string, now: number, event: SecurityEvent): Promise<void>
  /** Deletes deliveries that ended before {@link DELIVERIES_FOR}. */
  sweep(now: number): Promise<void>
}
