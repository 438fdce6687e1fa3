import type { ListedSession } from '#accounts/sessions.ts'
import { table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type View } from '../view.ts'

/** Where an account is signed in, and a way to end each session. */
export function sessionList(view: View, sessions: readonly ListedSession[]): Html {
  return html`<section class="card">
<h2>Sessions</h2>
<p>Where this account is signed in. A session ends after 14 days without use, and after 30 days in any case.</p>
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
<p>Closes every session of this account and every link that was created for it. API keys keep working.</p>
<form method="post" action="/account/sign-out-everywhere">${formField(view)}<button>Sign out everywhere</button></form>
</section>`
}

function revokeForm(view: View, { id, userAgent = 'an unknown browser' }: ListedSession): Html {
  return html`<form method="post" action="/account/sessions/${id}/revoke">${formField(view)}<button aria-label="Sign out ${userAgent}">Sign out</button></form>`
}

function from({ address, userAgent, byLink }: ListedSession): Html {
  return html`<code>${address ?? 'unknown'}</code>${byLink ? html` <span class="badge">by link</span>` : none}
${userAgent === undefined ? none : html`<br><span class="muted">${userAgent}</span>`}`
}
