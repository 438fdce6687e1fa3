import type { Account } from '#accounts/account.ts'
import { notice } from '../components.ts'
import { html } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { newPasswordField, type Refused } from './pages.ts'

/** What a link does once its button is pressed; looking at the page spends nothing. */
export function enterPage(view: View, token: string, { email }: Account): PageContent {
  return {
    title: 'Sign in by link',
    body: html`<section class="narrow">
<h1>Sign in as <span class="email">${email}</span></h1>
<p>This link works once. When you sign in with it:</p>
<ul>
<li>every other session and link of this account is closed,</li>
<li>its password stops working, and you set a new one.</li>
</ul>
<p>API keys keep working. Check them afterwards, and revoke any you do not recognize.</p>
<form method="post" action="/enter" class="stack">
${formField(view)}
<input type="hidden" name="token" value="${token}">
<button class="primary">Sign in</button>
</form>
</section>`,
  }
}

/** Where the holder of the first link creates the operator's account. */
export function setUpPage(view: View, token: string, refused?: Refused): PageContent {
  return {
    title: 'Set up this service',
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>Set up this service</h1>
<p>Create the first account. It is an operator's: it can see and change every account.</p>
${notice(refused?.problem, 'problem')}
<form method="post" action="/enter" class="stack">
${formField(view)}
<input type="hidden" name="token" value="${token}">
<label>Email address <input type="email" name="email" value="${refused?.email ?? ''}" autocomplete="username" required></label>
${newPasswordField()}
<button class="primary">Create the operator's account</button>
</form>
</section>`,
  }
}
