import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account, Preferences } from '#accounts/account.ts'
import { UserError } from '#kernel/user-error.ts'
import { originOf } from '../audit.ts'
import { notice, time } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { html, none } from '../html.ts'
import { mustBeSignedIn, visitorOf } from '../session.ts'
import { timeZones, UTC } from '../time-zone.ts'
import { formField, type PageContent, type View } from '../view.ts'

const DONE: Record<string, string> = { saved: 'Your preferences have been saved.' }

/** Most credits that an alert can be set to. */
const MAX_ALERT = 1_000_000_000

/** `/account/preferences`: the time zone of what is shown, and when to be told of a low balance. */
export function registerPreferences(scope: FastifyInstance, context: DashboardContext): void {
  const { accounts, manageBy, mailer, clock, sendPage } = context
  const onRequest = mustBeSignedIn
  const show = (request: FastifyRequest, reply: FastifyReply, problem?: string) => {
    const done = DONE[parameter(request, 'done') ?? '']
    const mails = mailer !== undefined
    return sendPage(request, reply, (view) =>
      preferencesPage(view, { of: visitorOf(request).account, done, problem, mails, now: clock.now() }),
    )
  }

  scope.get('/account/preferences', { onRequest }, (request, reply) => show(request, reply))
  scope.post('/account/preferences', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    try {
      await accounts.setPreferences(account.id, readPreferences(request))
      const limit = readLimit(request)
      if (limit !== account.spendingLimit) await manageBy(originOf(request)).setSpendingLimit(account.id, limit)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return show(request, reply, error.message)
    }
    return reply.redirect('/account/preferences?done=saved', 303)
  })
}

/** @throws UserError if there is no such time zone, or the alert is no such number. */
function readPreferences(request: FastifyRequest): Preferences {
  const zone = field(request, 'timeZone') || UTC
  const below = field(request, 'alertBelow').trim()
  if (!timeZones().includes(zone)) throw new UserError('There is no such time zone. Choose one of the list.')
  if (below !== '' && !(/^\d{1,10}$/.test(below) && Number(below) >= 1 && Number(below) <= MAX_ALERT)) {
    throw new UserError(`The alert must be a whole number of credits from 1 to ${MAX_ALERT}, or empty.`)
  }
  return { timeZone: zone === UTC ? undefined : zone, alertBelow: below === '' ? undefined : Number(below) }
}

/** The spending limit of a form; NaN is refused by whoever sets it. */
function readLimit(request: FastifyRequest): number | undefined {
  const limit = field(request, 'spendingLimit').trim()
  if (limit === '') return undefined
  return /^\d{1,10}$/.test(limit) ? Number(limit) : Number.NaN
}

interface PreferencesPage {
  of: Preferences & Pick<Account, 'spendingLimit'>
  done: string | undefined
  problem: string | undefined
  /** Whether the service sends mail. */
  mails: boolean
  now: number
}

function preferencesPage(view: View, { of, done, problem, mails, now }: PreferencesPage): PageContent {
  const { timeZone = UTC, alertBelow, spendingLimit } = of
  return {
    title: 'Preferences',
    status: problem === undefined ? 200 : 400,
    body: html`<section class="narrow">
<a class="crumb" href="/account">Account</a>
<h1>Preferences</h1>
${notice(done)}
${notice(problem, 'problem')}
<form method="post" action="/account/preferences" class="stack card">
${formField(view)}
<label>Time zone <select name="timeZone" aria-describedby="zone-hint">${timeZones().map(
      (zone) => html`<option ${zone === timeZone ? html`selected` : none}>${zone}</option>`,
    )}</select></label>
<p class="hint" id="zone-hint">Dates and times are shown in this zone, where it is now ${time(now, timeZone)}.</p>
<label>Alert me when my balance falls below <input type="number" name="alertBelow" min="1" max="${MAX_ALERT}" value="${alertBelow ?? ''}" aria-describedby="alert-hint"></label>
<p class="hint" id="alert-hint">In credits. Leave it empty for no alert. You’ll see a note on every page${mails ? ', and get an email each time it happens' : ''}.</p>
<label>Spending limit, in credits a month <input type="number" name="spendingLimit" min="0" max="${MAX_ALERT}" value="${spendingLimit ?? ''}" aria-describedby="limit-hint"></label>
<p class="hint" id="limit-hint">For all keys and the playground together. Requests that would exceed it get 402 INSUFFICIENT_CREDITS. It renews together with your free credits. Leave it empty for no limit.</p>
<button class="primary">Save</button>
</form>
</section>`,
  }
}
