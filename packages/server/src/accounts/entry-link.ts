import { hash, randomBytes } from 'node:crypto'
import type { AccessStore } from './access.ts'
import type { SecurityEvent } from './security-event.ts'

/** How long a link can be opened, in milliseconds. */
const LINK_FOR = 3_600_000

/**
 * A link that opens the dashboard once, within an hour.
 * @param accountId undefined stands for the first account, which is made when the link is opened
 * @returns its token.
 */
export async function addEntryLink(
  access: AccessStore,
  accountId: string | undefined,
  now: number,
  event?: SecurityEvent,
): Promise<string> {
  const token = newToken()
  await access.addLink(hashToken(token), accountId, now + LINK_FOR, event)
  return token
}

/** 256 random bits, as base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The only form in which a token is kept: SHA-256, as hex. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
