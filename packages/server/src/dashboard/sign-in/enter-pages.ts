import type { Account } from '#accounts/account.ts'
import type { LinkPurpose } from '#accounts/sign-in.ts'
import { notice } from '../components.ts'
import { html, none } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { codeField } from './check-code.ts'
import { newPasswordField, type Refused } from './pages.ts'

/** What a link does once its button is pressed; looking at the page spends nothing. */
export function enterPage(
  view: View,
  {
    token,
    account: { email },
    needsCode,
    refused,
  }: { token: string; account: Account; needsCode: boolean; refused: Refused | undefined },
): PageContent {
  return {
    title: 'Sign in by link',
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>Sign in as <span class="email">${email}</span></h1>
<p>This link works once. When you sign in with it:</p>
<ul>
<li>every other session and link of this account stops working,</li>
<li>its password stops working, and you choose a new one,</li>
<li>its passkeys and connected providers are removed; you can add them again.</li>
</ul>
<p>API keys keep working. Check them afterwards and revoke any you don’t recognize.</p>
${notice(refused?.problem, 'problem')}
<form method="post" action="/enter" class="stack">
${formField(view)}
<input type="hidden" name="token" value="${token}">
${needsCode ? codeField : none}
<button class="primary">Sign in</button>
</form>
</section>`,
  }
}

/** Where the holder of a link creates an account: the first one, or of the address that the link was mailed to. */
export function createPage(
  view: View,
  token: string,
  purpose: Exclude<LinkPurpose, { kind: 'enter' }>,
  refused?: Refused,
): PageContent {
  const first = purpose.kind === 'first'
  const email = first ? (refused?.email ?? '') : purpose.email
  return {
    title: first ? 'Set up this service' : 'Choose a password',
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>${first ? 'Set up this service' : 'Choose a password'}</h1>
<p>${
      first
        ? 'Create the first account. As the operator, it can see and manage every other account.'
        : html`Your email address is confirmed. Choose a password for <span class="email">${email}</span>.`
    }</p>
${notice(refused?.problem, 'problem')}
<form method="post" action="/enter" class="stack">
${formField(view)}
<input type="hidden" name="token" value="${token}">
${
  first
    ? html`<label>Email address <input type="email" name="email" value="${email}" autocomplete="username" required></label>`
    : html`<input type="email" name="email" value="${email}" autocomplete="username" hidden>`
}
${newPasswordField()}
<button class="primary">${first ? 'Create the operator’s account' : 'Create account'}</button>
</form>
</section>`,
  }
}
