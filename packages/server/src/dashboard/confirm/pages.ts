import { notice } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { codeField } from '../sign-in/check-code.ts'
import { formField, type PageContent, type View } from '../view.ts'

/** How an account can say again that it is its owner who sits there. */
export interface ConfirmWays {
  password: boolean
  code: boolean
}

export interface Confirm {
  to: string
  ways: ConfirmWays
  refused?: { status: number; problem: string } | undefined
}

/** Where it is made sure again who is signed in. */
export function confirmPage(view: View, { to, ways, refused }: Confirm): PageContent {
  return {
    title: 'Confirm that it is you',
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>Confirm that it is you</h1>
<p>You signed in more than 30 minutes ago. Before keys or ways to sign in are changed, or an operator acts, we make sure that it is still you. Nothing has been changed yet.</p>
${notice(refused?.problem, 'problem')}
${ways.password ? passwordForm(view, to) : ways.code ? codeForm(view, to) : none}
<p class="hint"><a href="${to}">Cancel</a></p>
</section>`,
  }
}

function passwordForm(view: View, to: string): Html {
  return html`<form method="post" action="/confirm" class="stack">
${formField(view)}
<input type="hidden" name="to" value="${to}">
<input type="email" name="email" value="${view.visitor?.account.email ?? ''}" autocomplete="username" hidden>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<button class="primary">Confirm</button>
</form>`
}

function codeForm(view: View, to: string): Html {
  return html`<form method="post" action="/confirm/code" class="stack">
${formField(view)}
<input type="hidden" name="to" value="${to}">
${codeField}
<button class="primary">Confirm</button>
</form>`
}
