import { MONTHLY_FREE_CREDITS } from '@deep-research/sdk/contract'
import { PASSWORD_LENGTH } from '#accounts/password-policy.ts'
import type { SignUpProblem } from '#accounts/sign-in.ts'
import { duration, notice } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { passkeyForm } from '../passkeys/pages.ts'
import { formField, type PageContent, type View } from '../view.ts'

/** What is told of an address or a password that was refused. */
export const PROBLEMS: Record<SignUpProblem, string> = {
  email: 'Enter a valid email address.',
  length: `Use a password of ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`,
  guessable:
    'This password is too easy to guess: it is common, follows a pattern, or is based on your email address. Choose a different one.',
  taken: 'This address already has an account. Use a different one, or ask the operator for a sign-in link.',
}

/** Told to whoever tried too often. */
export function tooManyTries(seconds: number): string {
  return `Too many attempts. Try again in ${duration(seconds * 1000)}.`
}

/** What a form is shown with again after it was refused. */
export interface Refused {
  status: number
  problem: string
  email: string
}

export interface SignInForm {
  /** Where it leads on to. */
  to: string
  signUpOpen: boolean
  /** Whether the service has an operator. */
  isSetUp: boolean
  /** Whether the service sends mail. */
  byMail: boolean
  done: string | undefined
  /** Whether passkeys can be used. */
  passkeys: boolean
  /** The provider that people can sign in with, by its name. */
  provider: string | undefined
  refused?: Refused
}

/** Told to whoever comes before there is an operator. */
export const NOT_SET_UP =
  'Nobody can sign up before the operator’s account exists. To create it, open the link that the service printed when it started.'

export function signInPage(
  view: View,
  { to, signUpOpen, isSetUp, byMail, done, passkeys, provider, refused }: SignInForm,
): PageContent {
  return {
    title: 'Sign in',
    scripts: passkeys ? ['passkey.js'] : [],
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>Sign in</h1>
${notice(done)}
${notice(refused?.problem, 'problem')}
<form method="post" action="/sign-in" class="stack">
${formField(view)}
<input type="hidden" name="to" value="${to}">
<label>Email address <input type="email" name="email" value="${refused?.email ?? ''}" autocomplete="username" required></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<button class="primary">Sign in</button>
</form>
${provider === undefined ? none : html`<p><a class="button wide" href="/sign-in/provider?to=${encodeURIComponent(to)}">Sign in with ${provider}</a></p>`}
${passkeys ? passkeyForm(view, { action: '/sign-in/passkey', button: 'Sign in with a passkey', fields: html`<input type="hidden" name="to" value="${to}">` }) : none}
<p class="hint">${
      signUpOpen
        ? html`No account yet? <a href="/sign-up">Sign up</a>. `
        : `${isSetUp ? 'On this service, accounts are created by the operator.' : NOT_SET_UP} `
    }${
      byMail
        ? html`<a href="/forgot-password">Forgot your password?</a>`
        : 'Forgot your password? Ask the operator for a one-time link.'
    }</p>
</section>`,
  }
}

export function signUpPage(view: View, refused?: Refused): PageContent {
  return {
    title: 'Sign up',
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>Sign up</h1>
<p>Every account comes with ${MONTHLY_FREE_CREDITS} free credits a month and can run one request at a time.</p>
${notice(refused?.problem, 'problem')}
<form method="post" action="/sign-up" class="stack">
${formField(view)}
<label>Email address <input type="email" name="email" value="${refused?.email ?? ''}" autocomplete="username" required></label>
${newPasswordField()}
<button class="primary">Create account</button>
</form>
<p class="hint">Already have an account? <a href="/sign-in">Sign in</a>.</p>
</section>`,
  }
}

/** The field of a new password, with what is asked of it. */
export function newPasswordField(label = 'Password'): Html {
  const { min } = PASSWORD_LENGTH
  return html`<label>${label} <input type="password" name="password" autocomplete="new-password" required
 minlength="${min}" aria-describedby="password-hint"></label>
<p class="hint" id="password-hint">At least ${min} characters. A few unrelated words are easy to remember and hard to guess.</p>`
}
