import type { FoundPassage } from '@deep-research/engine'
import type { Account, ApiKey } from '#accounts/account.ts'
import { total } from '#accounts/credits.ts'
import type { CreditStatement } from '#accounts/manage-credits.ts'
import type { NewKey } from '#accounts/manage-keys.ts'

/** The objects that commands print. Times are ISO 8601, UTC. */

export function showAccount({ id, email, tier, registeredAt }: Account) {
  return { id, email, tier, registered_at: iso(registeredAt) }
}

/** An account that was suspended or reinstated. */
export function showState(account: Account) {
  const { suspendedAt } = account
  return { ...showAccount(account), suspended_at: suspendedAt === undefined ? null : iso(suspendedAt) }
}

export function showCredits(statement: CreditStatement) {
  const { account, free, added, nextRenewal } = statement
  return { account: account.id, balance: total(statement), free, added, next_renewal: iso(nextRenewal) }
}

/** The only object that contains a key. */
export function showNewKey({ id, key, createdAt }: NewKey) {
  return { id, key, created_at: iso(createdAt) }
}

export function showKey({ id, name, last4, createdAt, lastUsedAt, revokedAt }: ApiKey) {
  return {
    id,
    name: name ?? null,
    last4,
    created_at: iso(createdAt),
    last_used_at: lastUsedAt === undefined ? null : iso(lastUsedAt),
    revoked_at: revokedAt === undefined ? null : iso(revokedAt),
  }
}

/** Offsets are UTF-16 code units of the document's text; the end is exclusive. */
export function showPassage({ documentId, title, url, text, start, end, score }: FoundPassage) {
  return { document_id: documentId, title, url, text, start, end, score }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
