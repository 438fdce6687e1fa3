import type { Account } from '#accounts/account.ts'
import { notice, typedAddress } from '../components.ts'
import { type Html, html } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'

export interface Asked {
  title: string
  what: string
  fields: Html
  button: string
  /** Whether it takes something away. */
  danger: boolean
  account: Account
  problem: string | undefined
}

/** Asks before an operator acts: the address has to be typed, so that nobody acts on another account than they mean. */
export function actPage(view: View, { title, what, fields, button, danger, account, problem }: Asked): PageContent {
  const { id, email } = account
  return {
    title,
    status: problem === undefined ? 200 : 400,
    body: html`<section class="narrow card">
<h1>${title}</h1>
${notice(problem, 'problem')}
<dl class="facts"><div><dt>Account</dt><dd>${email}</dd></div><div><dt>Id</dt><dd><code class="id">${id}</code></dd></div></dl>
<p>${what}</p>
<form method="post" action="${view.path}" class="stack">
${formField(view)}
${fields}
${typedAddress(email)}
<div class="inline"><button class="${danger ? 'danger' : 'primary'}">${button}</button> <a class="button" href="/operator/accounts/${id}">Cancel</a></div>
</form>
</section>`,
  }
}

/** A link that was just made: the only time that it is shown. */
export function linkPage({ id, email }: Account, link: string): PageContent {
  return {
    title: 'Sign-in link',
    body: html`<section class="narrow card">
<h1>Sign-in link</h1>
<p>Send it to the owner of ${email} through a private channel. It works once, expires after an hour, and is not shown again.</p>
<div class="copy"><code id="entry-link">${link}</code><button type="button" data-copy="entry-link" hidden>Copy</button></div>
<p><a class="button" href="/operator/accounts/${id}">Back to the account</a></p>
</section>`,
  }
}
