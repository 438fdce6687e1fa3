import type { FastifyRequest } from 'fastify'
import { isKeyScope, KEY_SCOPES, type KeySettings } from '#accounts/account.ts'
import { UserError } from '#kernel/user-error.ts'
import { field, fieldAll } from '../forms.ts'
import { zoneOf } from '../session.ts'
import { addDays, startOf } from '../time-zone.ts'

const HOUR = 3_600_000

/** How long an old key can go on beside its successor, in milliseconds, by what the form sends. */
export const GRACES: Record<string, { name: string; ms: number | undefined }> = {
  none: { name: 'At once', ms: undefined },
  hour: { name: 'In 1 hour', ms: HOUR },
  day: { name: 'In 24 hours', ms: 24 * HOUR },
  week: { name: 'In 7 days', ms: 168 * HOUR },
}

/**
 * Reads the form of a key. A key works until the end of its last day in its account's time zone.
 * @throws UserError if the last day is no date, or the budget is no number.
 */
export function readSettings(request: FastifyRequest): KeySettings {
  const lastDay = field(request, 'lastDay').trim()
  const budget = field(request, 'budget').trim()
  return {
    name: field(request, 'name').trim() || undefined,
    expiresAt: lastDay === '' ? undefined : endOf(zoneOf(request), lastDay),
    scopes: scopesOf(request),
    monthlyBudget: budget === '' ? undefined : /^\d{1,10}$/.test(budget) ? Number(budget) : Number.NaN,
  }
}

/** What the key may do; everything where both are chosen, or where the form has no such fields. */
function scopesOf(request: FastifyRequest): KeySettings['scopes'] {
  if (field(request, 'scoped') === '') return undefined
  const chosen = fieldAll(request, 'scope').filter(isKeyScope)
  return KEY_SCOPES.every((scope) => chosen.includes(scope)) ? undefined : chosen
}

function endOf(zone: string, date: string): number {
  if (startOf(zone, date) === undefined) throw new UserError('The last day is not a date. Write it as 2026-11-22.')
  return startOf(zone, addDays(date, 1)) ?? Number.NaN
}
