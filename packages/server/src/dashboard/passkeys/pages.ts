import { MAX_PASSKEYS, PASSKEY_NAME } from '#accounts/passkeys.ts'
import type { Passkey } from '#accounts/ways.ts'
import { table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'

/** Why no other passkey is added. */
export const TOO_MANY = `This account has ${MAX_PASSKEYS} passkeys, the most it can have. Remove one that you no longer use to add another.`

/** A form that asks the browser for a passkey; hidden where the script does not run or the browser knows no passkeys. */
export function passkeyForm(
  view: View,
  { action, adds = false, button, fields = none }: { action: string; adds?: boolean; button: string; fields?: Html },
): Html {
  return html`<form method="post" action="${action}" class="stack" data-passkey="${adds ? 'add' : 'use'}" data-options="${action}/options" hidden>
${formField(view)}
<input type="hidden" name="response">
${fields}
<p class="notice problem" role="alert" hidden></p>
<button>${button}</button>
</form>`
}

/** What the account page shows of passkeys. */
export function passkeySection(view: View, passkeys: readonly Passkey[], fresh: boolean): Html {
  return html`<section class="card" id="passkeys">
<h2>Passkeys</h2>
<p>Sign in with your fingerprint, face or device PIN instead of a password and a code. Adding a passkey requires JavaScript.</p>
${table({
  caption: 'Passkeys',
  columns: [{ name: 'Name' }, { name: 'Added' }, { name: 'Last used' }, { name: 'Actions' }],
  rows: passkeys.map(({ id, name, createdAt, lastUsedAt }) => [
    name,
    time(createdAt, view.zone),
    lastUsedAt === undefined ? html`<span class="muted">never</span>` : time(lastUsedAt, view.zone),
    html`<div class="tight inline"><a href="${pathOf(id)}" aria-label="Rename the passkey ${name}">Rename</a>
<form method="post" action="${pathOf(id)}/remove">${formField(view)}<button aria-label="Remove the passkey ${name}">Remove</button></form></div>`,
  ]),
  empty: html`<p>No passkeys yet.</p>`,
})}
${passkeys.length < MAX_PASSKEYS ? addForm(view, fresh) : html`<p>${TOO_MANY}</p>`}
</section>`
}

function addForm(view: View, fresh: boolean): Html {
  if (!fresh)
    return html`<p><a class="button" href="/confirm?to=/account">Confirm that it’s you to add a passkey</a></p>`
  return passkeyForm(view, {
    action: '/account/passkeys',
    adds: true,
    button: 'Add a passkey',
    fields: html`<label>Name of the new passkey <input name="name" maxlength="${PASSKEY_NAME}" placeholder="laptop" autocomplete="off"></label>`,
  })
}

/** `/account/passkeys/<id>`: another name for a passkey. */
export function renamePage(view: View, { id, name }: Passkey): PageContent {
  return {
    title: `Passkey ${name}`,
    body: html`<section class="narrow">
<p><a href="/account#passkeys">Account</a></p>
<h1>Rename the passkey</h1>
<form method="post" action="${pathOf(id)}" class="stack card">
${formField(view)}
<label>Name <input name="name" required maxlength="${PASSKEY_NAME}" value="${name}" autocomplete="off"></label>
<p class="hint">Only you see it. It helps you tell your passkeys apart.</p>
<div class="inline"><button class="primary">Save</button> <a class="button" href="/account#passkeys">Cancel</a></div>
</form>
</section>`,
  }
}

function pathOf(id: string): string {
  return `/account/passkeys/${encodeURIComponent(id)}`
}
