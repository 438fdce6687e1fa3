import { OPERATOR_SCOPES, type OperatorKey } from '#accounts/operator-key.ts'
import { notice, table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'

export interface OperatorKeysPage {
  keys: readonly OperatorKey[]
  /** A key that was just made: the only time that it is shown. */
  made: (OperatorKey & { key: string }) | undefined
  /** The addresses of those who made them, by the ids of their accounts. */
  emails: ReadonlyMap<string, string>
  problem: string | undefined
  done: string | undefined
  now: number
}

/** What each scope lets a key do. */
const SCOPES: Record<(typeof OPERATOR_SCOPES)[number], string> = {
  'accounts:read': 'list accounts',
  'accounts:write': 'create, suspend and reinstate accounts, set tiers and spending limits',
  'keys:read': 'list API keys, never their secrets',
  'keys:revoke': 'revoke API keys',
  'credits:read': 'read balances',
  'credits:grant': 'grant credits',
  'usage:read': 'read usage',
  'requests:read': 'list requests, never their questions',
  'audit:read': 'read the audit trail',
}

/** `/operator/keys`: the keys of the operator's API, and the form that makes one. */
export function operatorKeysPage(view: View, page: OperatorKeysPage): PageContent {
  const { keys, made, problem, done, emails, now } = page
  return {
    title: 'Operator keys',
    status: problem === undefined ? 200 : 400,
    body: html`<a class="crumb" href="/operator">Operator</a>
<h1>Operator keys</h1>
<p>For programs that manage accounts through <code>/operator/v1</code>, such as one that grants credits after a payment. A key stops working when whoever made it is no longer an operator. <a href="/operator/v1/openapi.json">OpenAPI description</a></p>
${made ? newKey(made) : none}
${notice(done)}
${notice(problem, 'problem')}
<section>
${table({
  caption: 'Operator keys, the newest first',
  columns: [
    ...[{ name: 'Name' }, { name: 'Key' }, { name: 'May' }, { name: 'Made by' }],
    ...[{ name: 'Last used' }, { name: 'Expires' }, { name: 'Actions' }],
  ],
  rows: keys.map((key) => [
    key.name,
    html`<code>dr_operator_…${key.last4}</code>`,
    key.scopes.join(', '),
    html`<span class="email">${emails.get(key.createdBy) ?? key.createdBy}</span>`,
    key.lastUsedAt === undefined ? html`<span class="muted">never</span>` : time(key.lastUsedAt, view.zone),
    time(key.expiresAt, view.zone),
    action(view, key, now),
  ]),
  empty: html`<p>There are no operator keys.</p>`,
})}
</section>
<section>
<h2>New key</h2>
<form method="post" action="/operator/keys" class="stack card narrow">
${formField(view)}
<label>Name <input name="name" maxlength="100" required autocomplete="off"></label>
<fieldset><legend>The key may</legend>
${OPERATOR_SCOPES.map((scope) => html`<label class="choice"><input type="checkbox" name="scope" value="${scope}"> ${SCOPES[scope]}</label>`)}
</fieldset>
<label>Valid for, in days <input type="number" name="days" min="1" max="366" value="90" required></label>
<button class="primary">Create key</button>
</form>
</section>`,
  }
}

function newKey({ key, name }: OperatorKey & { key: string }): Html {
  return html`<dialog open id="new-key" aria-labelledby="new-key-title">
<h2 id="new-key-title">Your new operator key “${name}”</h2>
<p>Copy it now: it is shown only this once. Keep it on your backend, never in a web page or an app.</p>
<div class="copy"><code id="new-key-text">${key}</code><button type="button" data-copy="new-key-text" hidden>Copy</button></div>
<form method="get" action="/operator/keys"><button class="primary">I have copied it</button></form>
</dialog>`
}

function action(view: View, { id, name, revokedAt, expiresAt }: OperatorKey, now: number): Html {
  if (revokedAt !== undefined || expiresAt <= now) {
    return html`<span class="muted">${revokedAt === undefined ? 'expired' : 'revoked'}</span>`
  }
  return html`<form method="post" action="/operator/keys/${id}/revoke">${formField(view)}<button class="danger" aria-label="Revoke ${name}">Revoke</button></form>`
}
