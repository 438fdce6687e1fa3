import { MOST_WEBHOOKS, WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '#accounts/webhook.ts'
import { notice, table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'

/** A secret that was just made: the only time that it is shown. */
export interface MadeSecret {
  webhook: Webhook
  secret: string
}

export interface WebhooksPage {
  webhooks: readonly Webhook[]
  made: MadeSecret | undefined
  done: string | undefined
  problem: string | undefined
  /** What was typed into a form that was refused. */
  typed: string
}

const MEANS: Record<WebhookEvent, string> = {
  'research.completed': 'research has completed',
  'research.failed': 'research has failed, and was refunded',
  'credits.low': 'the balance has fallen below your alert',
}

/** `/webhooks`: the addresses that are told of the account's events, and the form that adds one. */
export function webhooksPage(view: View, { webhooks, made, done, problem, typed }: WebhooksPage): PageContent {
  const { zone } = view
  return {
    title: 'Webhooks',
    status: problem === undefined ? 200 : 400,
    body: html`<h1>Webhooks</h1>
${made ? secretDialog(made) : none}
${notice(done)}
${notice(problem, 'problem')}
<p>The service posts a signed message to your address when one of these events happens. How to check and answer it is in the guide <a href="/reference#webhooks">Webhooks</a>.</p>
<section>
${table({
  caption: 'Webhooks',
  columns: [{ name: 'Address', wide: true }, { name: 'Events' }, { name: 'Created' }, { name: 'State' }],
  rows: webhooks.map((webhook) => [
    html`<a href="/webhooks/${webhook.id}" class="address">${webhook.url}</a>`,
    eventNames(webhook),
    time(webhook.createdAt, zone),
    state(webhook),
  ]),
  empty: html`<h2>No webhooks yet</h2><p>Add an address below. It must begin with <code>https://</code> and be reachable from the internet.</p>`,
})}
</section>
${
  webhooks.length >= MOST_WEBHOOKS
    ? html`<p class="muted">An account can have ${MOST_WEBHOOKS} webhooks. Remove one to add another.</p>`
    : html`<form method="post" action="/webhooks" class="stack card narrow">
${formField(view)}
<h2>Add a webhook</h2>
<label>Address <input type="url" name="url" required maxlength="2000" value="${typed}" placeholder="https://example.com/webhooks" autocomplete="off" spellcheck="false"></label>
${eventChoice(WEBHOOK_EVENTS)}
<button class="primary">Add webhook</button>
</form>`
}`,
  }
}

/** The events to choose among. */
export function eventChoice(chosen: readonly WebhookEvent[]): Html {
  return html`<fieldset><legend>Tell it when</legend>
${WEBHOOK_EVENTS.map(
  (event) =>
    html`<label class="choice"><input type="checkbox" name="event" value="${event}" ${chosen.includes(event) ? html`checked` : none}> <span>${MEANS[event]} <code>${event}</code></span></label>`,
)}
</fieldset>`
}

function eventNames({ events }: Webhook): Html {
  return html`${events.map((event) => html`<div><code>${event}</code></div>`)}`
}

export function state({ disabledAt }: Webhook): Html {
  return disabledAt === undefined ? html`<span class="badge completed">on</span>` : html`<span class="badge">off</span>`
}

export function secretDialog({ webhook, secret }: MadeSecret): Html {
  return html`<dialog open id="new-secret" aria-labelledby="new-secret-title">
<h2 id="new-secret-title">The secret of this webhook</h2>
<p>Copy it now: it is shown only this once. Your receiver checks with it that messages come from this service.</p>
<div class="copy"><code id="new-secret-text">${secret}</code><button type="button" data-copy="new-secret-text" hidden>Copy</button></div>
<form method="get" action="/webhooks/${webhook.id}"><button class="primary">I have copied it</button></form>
</dialog>`
}
