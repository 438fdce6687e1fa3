import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { slots } from '#accounts/account.ts'
import type { ListedSession } from '#accounts/sessions.ts'
import type { Identity, Passkey } from '#accounts/ways.ts'
import { callerOf } from '#kernel/address.ts'
import { notice, time } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { html, none } from '../html.ts'
import { noSuchPage } from '../page-error.ts'
import { passkeySection } from '../passkeys/pages.ts'
import { providerSection } from '../provider/pages.ts'
import { mustBeSignedIn, visitorOf } from '../session.ts'
import { newPasswordField, PROBLEMS, tooManyTries } from '../sign-in/pages.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { sessionList } from './sessions.ts'
import { twoFactorSection } from './two-factor-pages.ts'

const DONE: Record<string, string> = {
  revoked: 'That session has been signed out.',
  connected: 'Connected. You can now sign in with it.',
  disconnected: 'Disconnected.',
  'passkey-added': 'Passkey added.',
  'passkey-renamed': 'Passkey renamed.',
  'passkey-removed': 'Passkey removed.',
  'two-factor-off': 'Two-factor sign-in is off.',
  'no-password': 'Set a password first. You need it to confirm changes to keys and operator actions.',
  'no-factor':
    'Operators of this service need a second factor. Set up two-factor sign-in below, or add a passkey and sign in with it.',
  entered:
    'You are signed in. Every other session has been closed and the old password no longer works, so set a new one now.',
}

/** `/account`: the password, and the end of all sessions. */
export function registerAccount(scope: FastifyInstance, context: DashboardContext): void {
  const { signIn, sessions, limits, audit, sendPage, sessionCookie, twoFactor, passkeys } = context
  const onRequest = mustBeSignedIn
  const show = async (request: FastifyRequest, reply: FastifyReply, problem?: string) => {
    const visitor = visitorOf(request)
    const listed = await sessions.list(visitor.account.id, request.sessionToken ?? '')
    const known = await passkeys?.list(visitor.account.id)
    const identities = await context.ways.identities.list(visitor.account.id)
    const provider = context.provider && { name: context.provider.name, identities }
    const fresh = sessions.isFresh(visitor)
    const codes = await twoFactor.status(visitor.account.id)
    const done = DONE[parameter(request, 'done') ?? '']
    return await sendPage(request, reply, (view) =>
      accountPage(view, visitor, { problem, done, sessions: listed, codes, passkeys: known, provider, fresh }),
    )
  }

  scope.get('/account', { onRequest }, (request, reply) => show(request, reply))
  scope.post('/account/password', { onRequest }, async (request, reply) => {
    const { account, hasPassword, byLink } = visitorOf(request)
    // Whoever came by a link has no other way in, and may set a password at once. A session by passkey or provider may
    // have been left open, so it is confirmed first.
    if (!hasPassword && !byLink && !sessions.isFresh(visitorOf(request))) {
      return reply.redirect('/confirm?to=/account', 303)
    }
    if (hasPassword && !byLink) {
      const wait = await limits.try(account.email, request.ip)
      if (wait !== undefined) return show(request, reply, tooManyTries(wait))
      const known = await signIn.check(account.email, field(request, 'current'), callerOf(request.ip))
      if (known?.id !== account.id) {
        await audit(request, 'sign_in_failed', { accountId: account.id })
        return show(request, reply, 'Your current password is not correct.')
      }
      await limits.succeeded(account.email, request.ip)
    }
    const problem = await signIn.setPassword(account, field(request, 'password'), callerOf(request.ip))
    if (problem) return show(request, reply, PROBLEMS[problem])
    await audit(request, 'password_set', { accountId: account.id })
    sessionCookie.clear(reply)
    return reply.redirect('/sign-in?done=password', 303)
  })
  scope.post('/account/sessions/:id/revoke', { onRequest }, async (request, reply) => {
    const { id } = visitorOf(request).account
    if (!(await sessions.revoke(id, parameter(request, 'id') ?? ''))) throw noSuchPage
    await audit(request, 'session_revoked', { accountId: id })
    return reply.redirect('/account?done=revoked', 303)
  })
  scope.post('/account/sign-out-everywhere', { onRequest }, async (request, reply) => {
    const { id } = visitorOf(request).account
    await sessions.closeAll(id)
    await audit(request, 'signed_out_everywhere', { accountId: id })
    sessionCookie.clear(reply)
    return reply.redirect('/sign-in?done=everywhere', 303)
  })
}

const moreSettings = html`<section class="card">
<h2>Settings and data</h2>
<ul>
<li><a href="/account/preferences">Preferences</a>: time zone and low-balance alert</li>
<li><a href="/account/address">Email address</a>: change the address you sign in with</li>
<li><a href="/account/data">Your data</a>: export it or delete your account</li>
</ul>
</section>`

interface AccountPage {
  problem: string | undefined
  done: string | undefined
  sessions: ListedSession[]
  /** Whether two-factor sign-in is on. */
  codes: { on: boolean; backupCodes: number }
  /** Undefined where there can be none. */
  passkeys: Passkey[] | undefined
  /** Undefined where people can sign in only with what they have here. */
  provider: { name: string; identities: Identity[] } | undefined
  /** Whether ways to sign in can be changed without confirming before. */
  fresh: boolean
}

function accountPage(
  view: View,
  { account, operator, hasPassword, byLink }: ReturnType<typeof visitorOf>,
  { problem, done, sessions, codes, passkeys, provider, fresh }: AccountPage,
): PageContent {
  const atOnce = slots(account.tier)
  return {
    title: 'Account',
    scripts: passkeys ? ['passkey.js'] : [],
    status: problem === undefined ? 200 : 400,
    body: html`<h1>Account</h1>
${notice(done)}
${notice(problem, 'problem')}
<dl class="facts">
<div><dt>Email address</dt><dd>${account.email}</dd></div>
<div><dt>Tier</dt><dd>${account.tier}, ${atOnce} request${atOnce === 1 ? '' : 's'} at once</dd></div>
<div><dt>Member since</dt><dd>${time(account.registeredAt, view.zone)}</dd></div>
${operator ? html`<div><dt>Role</dt><dd>operator</dd></div>` : none}
</dl>
<section class="card">
<h2>${hasPassword ? 'Change password' : 'Set a password'}</h2>
<p>Setting a new password signs you out on every device, including this one.</p>
<form method="post" action="/account/password" class="stack">
${formField(view)}
<input type="email" name="email" value="${account.email}" autocomplete="username" hidden>
${
  hasPassword && !byLink
    ? html`<label>Current password <input type="password" name="current" autocomplete="current-password" required></label>`
    : none
}
${newPasswordField('New password')}
<button>Set password</button>
</form>
</section>
${moreSettings}
${twoFactorSection(view, codes)}
${passkeys ? passkeySection(view, passkeys, fresh) : none}
${provider ? providerSection(view, { ...provider, fresh }) : none}
<section class="card">
<h2>Security activity</h2>
<p>Sign-ins and changes to this account in the last 90 days. <a href="/account/activity">Show the activity</a></p>
</section>
${sessionList(view, sessions)}`,
  }
}
