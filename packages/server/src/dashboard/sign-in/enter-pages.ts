import type { Account } from '#accounts/account.ts'
import type { LinkPurpose } from '#accounts/sign-in.ts'
import { notice } from '../components.ts'
import { type Html, html, none } from '../html.ts'
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
  {
    token,
    purpose,
    adoptable,
    refused,
  }: {
    token: string
    purpose: Exclude<LinkPurpose, { kind: 'enter' }>
    /** Addresses of accounts that nobody can sign in to yet. */
    adoptable: readonly string[]
    refused: Refused | undefined
  },
): PageContent {
  const first = purpose.kind === 'first'
  const email = first ? (refused?.email ?? (adoptable.length === 1 ? adoptable[0] : '')) : purpose.email
  return {
    title: first ? 'Set up this service' : 'Choose a password',
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>${first ? 'Set up this service' : 'Choose a password'}</h1>
<p>${
      first
        ? firstHint(adoptable)
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
<button class="primary">${first ? (adoptable.length > 0 ? 'Become the operator' : 'Create the operator’s account') : 'Create account'}</button>
</form>
</section>`,
  }
}

/** What the first link is for: a new account, or one that was made on the command line. */
function firstHint(adoptable: readonly string[]): Html {
  const can = 'As the operator, it can see and manage every other account.'
  if (adoptable.length === 0) return html`Create the operator’s account. ${can}`
  const named = adoptable.map((email, index) => html`${index > 0 ? ', ' : ''}<span class="email">${email}</span>`)
  return html`Choose the operator’s account. ${can} Nobody can sign in yet to ${named}: with such an address the account becomes the operator’s, and keeps its keys, credits and history. Any other address gets a new account.`
}
