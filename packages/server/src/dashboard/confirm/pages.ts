import { notice } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { passkeyForm } from '../passkeys/pages.ts'
import { codeField } from '../sign-in/check-code.ts'
import { formField, type PageContent, type View } from '../view.ts'

/** The ways in which the owner of an account can show again that they are the owner. */
export interface ConfirmWays {
  password: boolean
  code: boolean
  passkey: boolean
  /** The name of a provider that it is connected with. */
  provider: string | undefined
}

export interface Confirm {
  to: string
  ways: ConfirmWays
  /** Whether a second factor is asked for, as an operator needs one. */
  factor: boolean
  refused?: { status: number; problem: string } | undefined
}

/** The page that makes sure again who is signed in. */
export function confirmPage(view: View, { to, ways, factor, refused }: Confirm): PageContent {
  return {
    title: 'Confirm that it’s you',
    scripts: ways.passkey ? ['passkey.js'] : [],
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>Confirm that it’s you</h1>
<p>${
      factor
        ? 'Operators of this service need a second factor. Enter a code or use a passkey to continue.'
        : 'It has been more than 30 minutes since you signed in. To protect API keys, sign-in settings and operator actions, please confirm that it’s still you. Nothing has changed yet.'
    }</p>
${notice(refused?.problem, 'problem')}
${ways.password ? passwordForm(view, to) : ways.code ? codeForm(view, to, factor) : none}
${ways.passkey ? passkeyForm(view, { action: '/confirm/passkey', button: 'Confirm with a passkey', fields: html`<input type="hidden" name="to" value="${to}">` }) : none}
${ways.provider === undefined ? none : html`<p><a class="button wide" href="/sign-in/provider?for=confirm&to=${encodeURIComponent(to)}">Confirm with ${ways.provider}</a></p>`}
<p class="hint"><a href="${factor ? '/' : to}">Cancel</a></p>
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

function codeForm(view: View, to: string, factor: boolean): Html {
  return html`<form method="post" action="/confirm/code" class="stack">
${formField(view)}
<input type="hidden" name="to" value="${to}">
${factor ? html`<input type="hidden" name="for" value="operator">` : none}
${codeField}
<button class="primary">Confirm</button>
</form>`
}
