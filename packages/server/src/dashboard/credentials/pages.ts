import { MONTHLY_FREE_CREDITS } from '@deep-research/sdk/contract'
import { type ApiKey, isOver } from '#accounts/account.ts'
import type { NewKey } from '#accounts/manage-keys.ts'
import { count, notice, table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { GRACES } from './fields.ts'

export interface Credentials {
  keys: readonly ApiKey[]
  /** A key that was just made: the only time that it is shown. */
  made: NewKey | undefined
  problem: string | undefined
  done: string | undefined
  /** Names the form, so that it makes one key however often it is sent. */
  once: string
  /** Whether keys can be changed without the password being asked for before. */
  fresh: boolean
  now: number
}

/** Keys, and the form that makes one. */
export function credentialsPage(view: View, credentials: Credentials): PageContent {
  const { keys, made, problem, done, once, fresh, now } = credentials
  const { zone } = view
  const live = keys.filter((key) => !isOver(key, now)).reverse()
  const over = keys.filter((key) => isOver(key, now)).reverse()
  return {
    title: 'API Credentials',
    status: problem === undefined ? 200 : 400,
    body: html`<h1>API Credentials</h1>
${made ? newKeyDialog(made) : none}
${notice(done)}
${notice(problem, 'problem')}
${fresh ? createForm(view, once) : html`<p><a class="button" href="/confirm?to=/credentials">Confirm your password to create keys</a></p>`}
<section>
${table({
  caption: 'API keys in use',
  columns: [
    { name: 'Name' },
    { name: 'Key' },
    { name: 'Created' },
    { name: 'Last used' },
    { name: 'Limits' },
    { name: 'Actions' },
  ],
  rows: live.map((key) => [
    html`<a href="/credentials/${key.id}">${nameOf(key)}</a>`,
    keyEnd(key),
    time(key.createdAt, zone),
    key.lastUsedAt === undefined ? html`<span class="muted">never</span>` : time(key.lastUsedAt, zone),
    limits(key, zone),
    actions(key),
  ]),
  empty: html`<h2>No keys yet</h2><p>Create one, and send it as the <code>X-API-Key</code> header. Each account has ${MONTHLY_FREE_CREDITS} free credits a month.</p>`,
})}
</section>
${
  over.length === 0
    ? none
    : html`<details><summary>${over.length} revoked or expired</summary>
${table({
  caption: 'API keys that are revoked or have expired',
  columns: [{ name: 'Name' }, { name: 'Key' }, { name: 'Created' }, { name: 'Ended' }],
  rows: over.map((key) => [nameOf(key), keyEnd(key), time(key.createdAt, zone), ended(key, zone)]),
  empty: none,
})}</details>`
}`,
  }
}

function createForm(view: View, once: string): Html {
  return html`<form method="post" action="/credentials" class="inline">
${formField(view)}
<input type="hidden" name="once" value="${once}">
<label>Name of the new key <input name="name" maxlength="100" placeholder="laptop" autocomplete="off"></label>
<button class="primary">Create key</button>
</form>`
}

const ASKS = {
  roll: {
    title: 'Roll this key?',
    what: 'A new key with the same name, expiry and budget takes its place and is shown once. The old key stops working at once unless you give it time; after that, requests that use it get 401. Requests already running continue.',
    button: 'Roll key',
  },
  revoke: {
    title: 'Revoke this key?',
    what: 'It stops working immediately and permanently: requests that use it get 401. Requests already running continue.',
    button: 'Revoke key',
  },
}

/** Asks before a key stops working. */
export function askPage(view: View, act: keyof typeof ASKS, key: ApiKey): PageContent {
  const { title, what, button } = ASKS[act]
  return {
    title,
    body: html`<section class="narrow card">
<h1>${title}</h1>
<dl class="facts"><div><dt>Name</dt><dd>${nameOf(key)}</dd></div><div><dt>Key</dt><dd>${keyEnd(key)}</dd></div></dl>
<p>${what}</p>
<form method="post" action="/credentials/${key.id}/${act}" class="inline">
${formField(view)}
${act === 'roll' ? graceField : none}
<button class="danger">${button}</button>
<a class="button" href="/credentials">Keep it</a>
</form>
</section>`,
  }
}

const graceField = html`<label>The old key stops <select name="grace">${Object.entries(GRACES).map(
  ([value, { name }]) => html`<option value="${value}">${name}</option>`,
)}</select></label>`

function newKeyDialog({ key, name }: NewKey): Html {
  return html`<dialog open id="new-key" aria-labelledby="new-key-title">
<h2 id="new-key-title">Your new key${name === undefined ? '' : html` “${name}”`}</h2>
<p>Copy it now: it is shown only this once. Keep it on your backend, never in a web page or an app.</p>
<div class="copy"><code id="new-key-text">${key}</code><button type="button" data-copy="new-key-text" hidden>Copy</button></div>
<form method="get" action="/credentials"><button class="primary">I have copied it</button></form>
</dialog>`
}

export function nameOf({ name }: ApiKey): Html {
  return name === undefined ? html`<span class="muted">no name</span>` : html`${name}`
}

export function keyEnd({ last4 }: ApiKey): Html {
  return html`<code>dr_live_…${last4}</code>`
}

function limits({ expiresAt, monthlyBudget, scopes }: ApiKey, zone: string): Html {
  if (expiresAt === undefined && monthlyBudget === undefined && scopes === undefined)
    return html`<span class="muted">none</span>`
  return html`${expiresAt === undefined ? none : html`<div>expires ${time(expiresAt, zone)}</div>`}
${monthlyBudget === undefined ? none : html`<div>${count(monthlyBudget, 'credit')} a month</div>`}
${scopes === undefined ? none : html`<div>may ${scopes.join(', ')}</div>`}`
}

function ended({ revokedAt, expiresAt = 0 }: ApiKey, zone: string): Html {
  return html`${revokedAt === undefined ? 'expired' : 'revoked'} ${time(revokedAt ?? expiresAt, zone)}`
}

function actions(key: ApiKey): Html {
  const called = key.name ?? `ending in ${key.last4}`
  return html`<a href="/credentials/${key.id}" aria-label="Settings of the key ${called}">Settings</a>
<a href="/credentials/${key.id}/roll" aria-label="Roll the key ${called}">Roll</a>
<a href="/credentials/${key.id}/revoke" aria-label="Revoke the key ${called}">Revoke</a>`
}
