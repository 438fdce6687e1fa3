import { MONTHLY_FREE_CREDITS } from '@deep-research/sdk/contract'
import { notice } from '../components.ts'
import { type Html, html } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'
import type { Refused } from './pages.ts'

/** After somebody signed up: a message is always sent, though a link only to an address without an account. */
export const signUpMailedPage = mailedPage('We sent a message to that address.')

/** After somebody forgot a password: strangers are not told who has an account. */
export const resetMailedPage = mailedPage('If that address has an account, we sent a link to it.')

function mailedPage(told: string): PageContent {
  return {
    title: 'Check your mail',
    body: html`<section class="narrow">
<h1>Check your mail</h1>
<p>${told} Links work once and expire after an hour.</p>
<p class="hint">Nothing there? Check your spam folder, or make sure the address is right and try again. <a href="/sign-in">Back to sign-in</a></p>
</section>`,
  }
}

/** Where a link to an account is asked for. */
export function forgotPage(view: View, refused?: Refused): PageContent {
  return {
    title: 'Forgot your password?',
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>Forgot your password?</h1>
<p>Enter your email address and we’ll send you a link to sign in and set a new password.</p>
${notice(refused?.problem, 'problem')}
${addressForm(view, '/forgot-password', 'Send link', refused)}
<p class="hint"><a href="/sign-in">Back to sign-in</a></p>
</section>`,
  }
}

/** Where an account begins with a message to its address. */
export function signUpByMailPage(view: View, refused?: Refused): PageContent {
  return {
    title: 'Sign up',
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>Sign up</h1>
<p>Every account comes with ${MONTHLY_FREE_CREDITS} free credits a month and can run one request at a time. We’ll email you a link to confirm your address and choose a password.</p>
${notice(refused?.problem, 'problem')}
${addressForm(view, '/sign-up', 'Send link', refused)}
<p class="hint">Already have an account? <a href="/sign-in">Sign in</a>.</p>
</section>`,
  }
}

function addressForm(view: View, action: string, button: string, refused: Refused | undefined): Html {
  return html`<form method="post" action="${action}" class="stack">
${formField(view)}
<label>Email address <input type="email" name="email" value="${refused?.email ?? ''}" autocomplete="username" required></label>
<button class="primary">${button}</button>
</form>`
}
