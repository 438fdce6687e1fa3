import { hash, randomBytes } from 'node:crypto'
import type { AccessStore, EntryLink } from './access.ts'
import type { SecurityEvent } from './security-event.ts'

/** How long a link is valid, in milliseconds. */
const LINK_FOR = 3_600_000

/** How long an invitation is valid, in milliseconds. */
const INVITATION_FOR = 7 * 86_400_000

/**
 * Creates a link that can be used once, within an hour.
 * @returns the link's token.
 */
export async function addEntryLink(
  access: AccessStore,
  link: Partial<EntryLink>,
  now: number,
  event?: SecurityEvent,
): Promise<string> {
  const token = newToken()
  await access.addLink(hashToken(token), link, now + LINK_FOR, event)
  return token
}

/**
 * Creates a link with which somebody who is invited makes an account, once, within seven days.
 * @returns the link's token.
 */
export async function addInvitation(access: AccessStore, email: string, now: number): Promise<string> {
  const token = newToken()
  await access.addLink(hashToken(token), { email }, now + INVITATION_FOR)
  return token
}

/** 256 random bits, as base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The only form in which a token is stored: SHA-256, as hex. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
