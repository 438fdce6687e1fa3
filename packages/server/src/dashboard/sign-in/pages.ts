import { MONTHLY_FREE_CREDITS } from '@deep-research/sdk/contract'
import { PASSWORD_LENGTH } from '#accounts/password.ts'
import { notice } from '../components.ts'
import { html } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'

/** What a form is shown with again after it was refused. */
export interface Refused {
  status: number
  problem: string
  email: string
}

/** Where is signed in. */
export function signInPage(
  view: View,
  { to, signUpOpen, done, refused }: { to: string; signUpOpen: boolean; done?: string | undefined; refused?: Refused },
): PageContent {
  return {
    title: 'Sign in',
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>Sign in</h1>
${notice(done)}
${notice(refused?.problem, 'problem')}
<form method="post" action="/sign-in" class="stack">
${formField(view)}
<input type="hidden" name="to" value="${to}">
<label>E-mail address <input type="email" name="email" value="${refused?.email ?? ''}" autocomplete="username" required></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<button class="primary">Sign in</button>
</form>
<p class="hint">${
      signUpOpen
        ? html`No account yet? <a href="/sign-up">Sign up</a>. `
        : html`New accounts are made by the operator of this service. `
    }Forgot the password? The operator can send you a link that opens the dashboard once.</p>
</section>`,
  }
}

/** Where an account is made. */
export function signUpPage(view: View, refused?: Refused): PageContent {
  const { min, max } = PASSWORD_LENGTH
  return {
    title: 'Sign up',
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>Sign up</h1>
<p>An account has ${MONTHLY_FREE_CREDITS} free credits a month, and runs one request at a time.</p>
${notice(refused?.problem, 'problem')}
<form method="post" action="/sign-up" class="stack">
${formField(view)}
<label>E-mail address <input type="email" name="email" value="${refused?.email ?? ''}" autocomplete="username" required></label>
<label>Password <input type="password" name="password" autocomplete="new-password" required
 minlength="${min}" maxlength="${max}" aria-describedby="password-hint"></label>
<p class="hint" id="password-hint">At least ${min} characters. A sentence is easier to remember than a riddle.</p>
<button class="primary">Make the account</button>
</form>
<p class="hint">You have an account? <a href="/sign-in">Sign in</a>.</p>
</section>`,
  }
}
