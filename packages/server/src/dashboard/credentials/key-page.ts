import { type ApiKey, KEY_SCOPES, type KeyScope } from '#accounts/account.ts'
import type { KeyBudget } from '#accounts/ports.ts'
import { notice, number, time } from '../components.ts'
import { html, none } from '../html.ts'
import { dateOf } from '../time-zone.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { keyEnd, nameOf } from './pages.ts'

export interface KeyPage {
  key: ApiKey
  budget: KeyBudget | undefined
  done: string | undefined
  problem: string | undefined
}

const MAY: Record<KeyScope, string> = {
  ask: 'start and cancel research',
  read: 'follow research and read results',
}

/** `/credentials/<id>`: one key, and what can be set for it. */
export function keyPage(view: View, { key, budget, done, problem }: KeyPage): PageContent {
  const { zone } = view
  const lastDay = key.expiresAt === undefined ? '' : dateOf(zone, key.expiresAt - 1)
  return {
    title: `Key ${key.name ?? `…${key.last4}`}`,
    status: problem === undefined ? 200 : 400,
    body: html`<section class="narrow">
<a class="crumb" href="/credentials">All keys</a>
<h1>${nameOf(key)}</h1>
${notice(done)}
${notice(problem, 'problem')}
<dl class="facts">
<div><dt>Key</dt><dd>${keyEnd(key)}</dd></div>
<div><dt>Created</dt><dd>${time(key.createdAt, zone)}</dd></div>
<div><dt>Last used</dt><dd>${key.lastUsedAt === undefined ? 'never' : time(key.lastUsedAt, zone)}</dd></div>
<div><dt>Expires</dt><dd>${key.expiresAt === undefined ? 'never' : time(key.expiresAt, zone)}</dd></div>
${budget ? html`<div><dt>Budget</dt><dd>${number(budget.spent)} of ${number(budget.credits)} credits spent this month</dd></div>` : none}
</dl>
<form method="post" action="/credentials/${key.id}" class="stack card">
${formField(view)}
<h2>Settings</h2>
<label>Name <input name="name" maxlength="100" value="${key.name ?? ''}" autocomplete="off"></label>
<label>Last day <input type="date" name="lastDay" value="${lastDay}" aria-describedby="last-day-hint"></label>
<p class="hint" id="last-day-hint">The key works until the end of this day (${zone}). Leave it empty if the key should never expire.</p>
<label>Monthly budget, in credits <input type="number" name="budget" min="0" max="1000000000" value="${key.monthlyBudget ?? ''}" aria-describedby="budget-hint"></label>
<p class="hint" id="budget-hint">Requests that would exceed it get 402 INSUFFICIENT_CREDITS. It renews together with your free credits. Leave it empty for no limit.</p>
<fieldset><legend>The key may</legend>
<input type="hidden" name="scoped" value="yes">
${KEY_SCOPES.map((scope) => html`<label class="choice"><input type="checkbox" name="scope" value="${scope}" ${(key.scopes ?? KEY_SCOPES).includes(scope) ? html`checked` : none}> ${MAY[scope]}</label>`)}
</fieldset>
<button class="primary">Save</button>
</form>
<div class="inline">
<a class="button" href="/credits?key=${key.id}">Show usage</a>
<a class="button" href="/credentials/${key.id}/roll">Roll</a>
<a class="button" href="/credentials/${key.id}/revoke">Revoke</a>
</div>
</section>`,
  }
}
