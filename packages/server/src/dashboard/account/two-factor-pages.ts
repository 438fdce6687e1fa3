import { raw } from 'hono/html'
import { renderSVG } from 'uqr'
import type { TwoFactorSetUp } from '#accounts/two-factor.ts'
import { count, notice } from '../components.ts'
import { type Html, html } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'

/** Modules of white around the code, as scanners need them. */
const BORDER = 4

/** What the account page says of two-factor sign-in. */
export function twoFactorSection(view: View, { on, backupCodes }: { on: boolean; backupCodes: number }): Html {
  return html`<section class="card" id="two-factor">
<h2>Two-factor sign-in</h2>
${
  on
    ? html`<p><span class="badge completed">on</span> After your password, you enter a code from your authenticator app. You have ${count(backupCodes, 'backup code')} left.</p>
<div class="inline">
<form method="post" action="/account/two-factor/codes">${formField(view)}<button>Create new backup codes</button></form>
<a class="button" href="/account/two-factor/remove">Turn off</a>
</div>`
    : html`<p><span class="badge">off</span> Add a second step to signing in: after your password, you enter a code from an authenticator app.</p>
<form method="post" action="/account/two-factor">${formField(view)}<button>Set up</button></form>`
}
</section>`
}

/** Where a secret is taken over into an app, and confirmed. */
export function setUpPage(view: View, { secret, uri }: TwoFactorSetUp, problem: string | undefined): PageContent {
  return {
    title: 'Set up two-factor sign-in',
    status: problem === undefined ? 200 : 400,
    body: html`<section class="narrow">
<h1>Set up two-factor sign-in</h1>
<ol>
<li>Scan this code with an authenticator app or your password manager.
<div class="qr" role="img" aria-label="QR code of the secret below">${raw(renderSVG(uri, { border: BORDER }))}</div>
<p>Or enter the secret by hand:</p>
<div class="copy"><code id="secret">${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code><button type="button" data-copy="secret" hidden>Copy</button></div></li>
<li>Enter the six-digit code it shows.</li>
</ol>
${notice(problem, 'problem')}
<form method="post" action="/account/two-factor/confirm" class="stack">
${formField(view)}
<label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required></label>
<button class="primary">Turn on</button>
<a class="button" href="/account">Cancel</a>
</form>
</section>`,
  }
}

/** The backup codes: the only time that they are shown. */
export function backupCodesPage(codes: readonly string[]): PageContent {
  return {
    title: 'Backup codes',
    body: html`<section class="narrow">
<h1>Save your backup codes</h1>
<p>Each code signs you in once if you can’t use your app. Save them now: they are not shown again. Any earlier backup codes no longer work.</p>
<pre id="backup-codes" class="codes">${codes.join('\n')}</pre>
<div class="inline"><button type="button" data-copy="backup-codes" hidden>Copy</button>
<a class="button primary" href="/account">I have saved them</a></div>
</section>`,
  }
}

/** Asks before two-factor sign-in ends. */
export function removePage(view: View): PageContent {
  return {
    title: 'Turn off two-factor sign-in?',
    body: html`<section class="narrow card">
<h1>Turn off two-factor sign-in?</h1>
<p>Your password alone will then be enough to sign in, and your backup codes will stop working.</p>
<form method="post" action="/account/two-factor/remove" class="inline">
${formField(view)}
<button class="danger">Turn off</button>
<a class="button" href="/account">Keep it</a>
</form>
</section>`,
  }
}
