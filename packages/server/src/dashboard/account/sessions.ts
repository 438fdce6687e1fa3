import type { ListedSession } from '#accounts/sessions.ts'
import { browserName } from '../browser-name.ts'
import { table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type View } from '../view.ts'

/** Where an account is signed in, and a way to end each session. */
export function sessionList(view: View, sessions: readonly ListedSession[]): Html {
  return html`<section class="card">
<h2>Sessions</h2>
<p>Where you are signed in. Sessions end after 14 days without use, and after 30 days at the latest.</p>
${table({
  caption: 'Sessions, the last used first',
  columns: [{ name: 'Signed in' }, { name: 'Last used' }, { name: 'From' }, { name: 'Actions' }],
  rows: sessions.map((session) => [
    time(session.createdAt, view.zone),
    time(session.lastUsedAt, view.zone),
    from(session),
    session.current ? html`<span class="badge completed">this session</span>` : revokeForm(view, session),
  ]),
  empty: none,
})}
<h3>Sign out everywhere</h3>
<p>This closes every session and cancels every sign-in link of this account. API keys keep working.</p>
<form method="post" action="/account/sign-out-everywhere">${formField(view)}<button>Sign out everywhere</button></form>
</section>`
}

function revokeForm(view: View, { id, userAgent = '' }: ListedSession): Html {
  return html`<form method="post" action="/account/sessions/${id}/revoke">${formField(view)}<button aria-label="Sign out ${browserName(userAgent)}">Sign out</button></form>`
}

function from({ address, userAgent, byLink }: ListedSession): Html {
  return html`<code>${address ?? 'unknown'}</code>${byLink ? html` <span class="badge">by link</span>` : none}
${userAgent === undefined ? none : html`<br><span class="muted agent" title="${userAgent}">${browserName(userAgent)}</span>`}`
}
