import type { FastifyRequest } from 'fastify'
import { type Origin, type SecurityEvent, type SecurityEventKind, securityEvent } from '#accounts/security-event.ts'
import { newId } from '#kernel/ids.ts'
import type { DashboardParts } from './parts.ts'

/** Who sends a request, for the audit trail. Pages below `/operator` are used as an operator. */
export function originOf({ visitor, ip, headers, url }: FastifyRequest): Origin {
  const from = { address: ip, userAgent: headers['user-agent'] }
  if (!visitor) return { actor: 'unknown', ...from }
  return { actor: url.startsWith('/operator') ? 'operator' : 'account', actorId: visitor.account.id, ...from }
}

/** Events that only the owner of an account can cause, although nobody was signed in when the request came. */
const BY_OWNER: readonly SecurityEventKind[] = ['signed_up', 'signed_in', 'link_used', 'backup_code_used']

/** Writes what a request did to the audit trail. */
export type Audit = (
  request: FastifyRequest,
  kind: SecurityEventKind,
  about: Pick<SecurityEvent, 'accountId' | 'detail'>,
) => Promise<void>

export function createAudit({ securityEvents, clock }: Pick<DashboardParts, 'securityEvents' | 'clock'>): Audit {
  return (request, kind, about) => {
    const at = clock.now()
    const seen = originOf(request)
    const proved = seen.actor === 'unknown' && BY_OWNER.includes(kind)
    const origin: Origin = proved ? { ...seen, actor: 'account', actorId: about.accountId } : seen
    return securityEvents.record(securityEvent(origin, { id: newId('evt', at), at, kind, ...about }))
  }
}
