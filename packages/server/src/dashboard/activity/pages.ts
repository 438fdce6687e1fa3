import type { SecurityEvent, SecurityEventKind } from '#accounts/security-event.ts'
import { browserName } from '../browser-name.ts'
import { type Column, number, older, table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import type { PageContent } from '../view.ts'

export const KINDS: Record<SecurityEventKind, string> = {
  account_created: 'Account created',
  signed_up: 'Signed up',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out_everywhere: 'Signed out everywhere',
  session_revoked: 'Session revoked',
  code_failed: 'Wrong code',
  confirmed: 'Identity confirmed again',
  password_confirmed: 'Password confirmed',
  reset_requested: 'Password reset requested',
  link_created: 'One-time link created',
  link_used: 'Signed in by link',
  password_set: 'Password set',
  two_factor_on: 'Two-factor sign-in turned on',
  two_factor_off: 'Two-factor sign-in turned off',
  backup_codes_made: 'Backup codes made',
  backup_code_used: 'Backup code used',
  passkey_added: 'Passkey added',
  passkey_renamed: 'Passkey renamed',
  passkey_removed: 'Passkey removed',
  provider_connected: 'Provider connected',
  provider_removed: 'Provider disconnected',
  operator_granted: 'Made an operator',
  operator_revoked: 'No longer an operator',
  tier_set: 'Tier changed',
  account_deleted: 'Account deleted',
  address_changed: 'Email address changed',
  data_exported: 'Data exported',
  account_suspended: 'Account suspended',
  account_reinstated: 'Account reinstated',
  credits_added: 'Credits added',
  credits_taken: 'Credits taken back',
  request_cancelled: 'Request cancelled by an operator',
  key_created: 'API key created',
  key_rolled: 'API key rolled',
  key_revoked: 'API key revoked',
  keys_revoked: 'All API keys revoked',
  key_changed: 'API key changed',
  operator_key_created: 'Operator key created',
  operator_key_revoked: 'Operator key revoked',
  operator_api_read: 'Read through the operator’s API',
  invited: 'Invited by mail',
  spending_limit_set: 'Spending limit set',
  webhook_created: 'Webhook created',
  webhook_changed: 'Webhook changed',
  webhook_rolled: 'Webhook secret rolled',
  webhook_removed: 'Webhook removed',
  banner_set: 'Notice on every page set',
}

export const ACTORS: Record<SecurityEvent['actor'], string> = {
  account: 'account owner',
  operator: 'operator',
  operator_key: 'operator key',
  command_line: 'command line',
  program: 'program',
  unknown: 'not signed in',
}

export interface Activity {
  events: readonly SecurityEvent[]
  after: string | undefined
  next: string | undefined
  zone: string
}

/** What happened to one account. */
export function activityPage({ events, after, next, zone }: Activity): PageContent {
  return {
    title: 'Security activity',
    body: html`<a class="crumb" href="/account">Account</a>
<h1>Security activity</h1>
<p>Sign-ins and changes to this account over the last 90 days. If you see anything you don’t recognize, set a new password on the <a href="/account">account page</a> and revoke any keys you don’t recognize.</p>
${eventTable({ events, zone })}
${older('/account/activity', { after, next })}`,
  }
}

/** What happened to all accounts. */
export interface AllActivity extends Activity {
  /** The addresses of the accounts that the events name, by their ids. */
  emails: ReadonlyMap<string, string>
}

/** What the audit trail is searched for, as its form holds it; empty where it is not. */
export interface AuditFilter {
  account: string
  kind: string
  actor: string
  from: string
  to: string
}

/** What happened to all accounts, or what was asked for. */
export function auditPage({ events, after, next, zone, emails }: AllActivity, filter: AuditFilter): PageContent {
  const asked = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
  return {
    title: 'Audit trail',
    body: html`<a class="crumb" href="/operator">Operator</a>
<h1>Audit trail</h1>
<p>Sign-ins, failed attempts and changes for every account, kept for 90 days.</p>
<form method="get" action="/operator/activity" class="inline" role="search">
<label>Email address or id <input type="search" name="account" value="${filter.account}"></label>
<label>Event <select name="kind"><option value="">All</option>${options(KINDS, filter.kind)}</select></label>
<label>By <select name="actor"><option value="">Anybody</option>${options(ACTORS, filter.actor)}</select></label>
<label>First day <input type="date" name="from" value="${filter.from}"></label>
<label>Last day <input type="date" name="to" value="${filter.to}"></label>
<button>Search</button>
<a class="button" href="/operator/activity.csv${asked.size > 0 ? `?${asked}` : ''}" download>Download CSV</a>
</form>
${eventTable({ events, zone, emails })}
${older(`/operator/activity${asked.size > 0 ? `?${asked}` : ''}`, { after, next })}`,
  }
}

function options(names: Record<string, string>, chosen: string): Html[] {
  return Object.entries(names).map(
    ([value, name]) => html`<option value="${value}" ${value === chosen ? html`selected` : none}>${name}</option>`,
  )
}

/** With `emails`, the table says whose each event is. */
function eventTable({
  events,
  zone,
  emails,
}: Pick<Activity, 'events' | 'zone'> & Partial<Pick<AllActivity, 'emails'>>): Html {
  const columns: Column[] = [
    { name: 'Time' },
    { name: 'Event' },
    { name: 'By', short: true },
    { name: 'From', short: true },
  ]
  if (emails) columns.splice(1, 0, { name: 'Account' })
  return table({
    caption: 'Security events, the newest first',
    columns,
    rows: events.map((event) => {
      const cells = [time(event.at, zone), what(event), by(event, emails), from(event)]
      if (emails) cells.splice(1, 0, accountOf(event, emails))
      return cells
    }),
    empty: html`<p>Nothing here yet.</p>`,
  })
}

function accountOf({ accountId, kind }: SecurityEvent, emails: AllActivity['emails']): Html {
  if (accountId === undefined) return html`<span class="muted">none</span>`
  // A deleted account has no page.
  if (kind === 'account_deleted') return html`<code class="id">${accountId}</code>`
  return html`<a class="email" href="/operator/accounts/${accountId}">${emails.get(accountId) ?? accountId}</a>`
}

function what({ kind, count, detail = {} }: SecurityEvent): Html {
  return html`${KINDS[kind] ?? kind}${count > 1 ? html` <span class="muted">${number(count)} times within an hour</span>` : none}
${Object.entries(detail).map(([name, value]) => html`<span class="tag">${name} <b>${value}</b></span>`)}`
}

function by({ actor, actorId }: SecurityEvent, emails: AllActivity['emails'] = new Map()): Html {
  const name = html`<span class="agent">${ACTORS[actor]}</span>`
  if (actorId === undefined || actor === 'account') return name
  return html`${name} <span class="id email">${emails.get(actorId) ?? actorId}</span>`
}

function from({ address, userAgent }: SecurityEvent): Html {
  if (address === undefined) return html`<span class="muted">–</span>`
  return html`<code>${address}</code>${userAgent === undefined ? none : html`<br><span class="muted agent" title="${userAgent}">${browserName(userAgent)}</span>`}`
}
