import type { Identity } from '#accounts/ways.ts'
import { table, time } from '../components.ts'
import { type Html, html } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'

/** What the account page shows of the provider that people can sign in with. */
export function providerSection(
  view: View,
  { name, identities, fresh }: { name: string; identities: readonly Identity[]; fresh: boolean },
): Html {
  const start = '/sign-in/provider?for=connect'
  return html`<section class="card" id="provider">
<h2>Sign in with ${name}</h2>
${table({
  caption: `Connected ${name} accounts`,
  columns: [{ name: 'Account' }, { name: 'Connected' }, { name: 'Last used' }, { name: 'Actions' }],
  rows: identities.map((identity) => [
    nameOf(identity),
    time(identity.createdAt, view.zone),
    identity.lastUsedAt === undefined ? html`<span class="muted">never</span>` : time(identity.lastUsedAt, view.zone),
    html`<form method="post" action="/account/provider/remove">${formField(view)}<input type="hidden" name="issuer" value="${identity.issuer}"><input type="hidden" name="subject" value="${identity.subject}"><button aria-label="Disconnect ${nameOf(identity)}">Disconnect</button></form>`,
  ]),
  empty: html`<p>Not connected yet. Connect it to sign in without a password.</p>`,
})}
<p><a class="button" href="${fresh ? start : `/confirm?to=${encodeURIComponent('/account')}`}">${fresh ? `Connect ${name}` : `Confirm that it’s you to connect ${name}`}</a></p>
</section>`
}

/** Asks whoever is signed in whether the person that the provider saw is them. */
export function connectPage(view: View, { provider, name }: { provider: string; name: string }): PageContent {
  return {
    title: `Connect ${provider}`,
    body: html`<section class="narrow card">
<h1>Connect ${provider}?</h1>
<p>Anyone who signs in to ${provider} as <b>${name}</b> will be able to open this account, <span class="email">${view.visitor?.account.email ?? ''}</span>.</p>
<form method="post" action="/account/provider" class="inline">
${formField(view)}
<button class="primary">Connect</button>
<a class="button" href="/account">Cancel</a>
</form>
</section>`,
  }
}

function nameOf({ name, subject }: Identity): string {
  return name ?? subject
}
