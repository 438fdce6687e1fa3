import type { Delivery, Webhook } from '#accounts/webhook.ts'
import { duration, notice, table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { eventChoice, type MadeSecret, secretDialog, state } from './pages.ts'

export interface WebhookPage {
  webhook: Webhook
  deliveries: readonly Delivery[]
  made: MadeSecret | undefined
  done: string | undefined
  problem: string | undefined
}

/** `/webhooks/<id>`: one webhook, what can be done with it, and what was sent to it. */
export function webhookPage(view: View, { webhook, deliveries, made, done, problem }: WebhookPage): PageContent {
  const { id, url, events, createdAt, disabledAt } = webhook
  const { zone } = view
  return {
    title: 'Webhook',
    status: problem === undefined ? 200 : 400,
    body: html`<a class="crumb" href="/webhooks">All webhooks</a>
<h1 class="address">${url}</h1>
${made ? secretDialog(made) : none}
${notice(done)}
${notice(problem, 'problem')}
<dl class="facts">
<div><dt>State</dt><dd>${state(webhook)}${disabledAt === undefined ? none : html` since ${time(disabledAt, zone)}`}</dd></div>
<div><dt>Created</dt><dd>${time(createdAt, zone)}</dd></div>
</dl>
<div class="inline">
${disabledAt === undefined ? button(view, `/webhooks/${id}/test`, 'Send a test') : none}
${button(view, `/webhooks/${id}/${disabledAt === undefined ? 'off' : 'on'}`, disabledAt === undefined ? 'Switch off' : 'Switch on')}
<a class="button" href="/webhooks/${id}/roll">Roll secret</a>
<a class="button" href="/webhooks/${id}/remove">Remove</a>
</div>
<section>
<h2>Latest deliveries</h2>
${table({
  caption: 'Latest deliveries',
  columns: [
    { name: 'Event' },
    { name: 'Message' },
    { name: 'Since' },
    { name: 'Attempts', numeric: true },
    { name: 'Latest answer' },
    { name: 'State' },
  ],
  rows: deliveries.map((delivery) => [
    html`<code>${delivery.type}</code>`,
    html`<code class="id">${delivery.id}</code>`,
    time(delivery.createdAt, zone),
    delivery.attempts,
    answer(delivery),
    progress(delivery, zone),
  ]),
  empty: html`<h2>Nothing was sent yet</h2><p>Send a test, or wait for an event.</p>`,
})}
</section>
<form method="post" action="/webhooks/${id}" class="stack card narrow">
${formField(view)}
<h2>Settings</h2>
${eventChoice(events)}
<button class="primary">Save</button>
</form>`,
  }
}

function button(view: View, action: string, name: string): Html {
  return html`<form method="post" action="${action}">${formField(view)}<button>${name}</button></form>`
}

function answer({ outcome, took }: Delivery): Html {
  if (outcome === undefined) return html`<span class="muted">none yet</span>`
  return html`${outcome}${took === undefined ? none : html` <span class="muted">in ${duration(took)}</span>`}`
}

function progress({ delivered, dueAt, attempts }: Delivery, zone: string): Html {
  if (delivered) return html`<span class="badge completed">delivered</span>`
  if (dueAt === undefined) return html`<span class="badge failed">given up</span>`
  return attempts === 0 ? html`waiting` : html`again ${time(dueAt, zone)}`
}

const ASKS = {
  roll: {
    title: 'Roll the secret of this webhook?',
    what: 'A new secret is shown once. For a day, messages are signed with both, so that you can change your receiver in between.',
    button: 'Roll secret',
  },
  remove: {
    title: 'Remove this webhook?',
    what: 'Nothing more is sent to it, not even what waits for another attempt, and its list of deliveries is gone.',
    button: 'Remove webhook',
  },
}

/** Asks before something is lost. */
export function askPage(view: View, act: keyof typeof ASKS, { id, url }: Webhook): PageContent {
  const { title, what, button: name } = ASKS[act]
  return {
    title,
    body: html`<section class="narrow card">
<h1>${title}</h1>
<dl class="facts"><div><dt>Address</dt><dd class="address">${url}</dd></div></dl>
<p>${what}</p>
<form method="post" action="/webhooks/${id}/${act}" class="inline">
${formField(view)}
<button class="danger">${name}</button>
<a class="button" href="/webhooks/${id}">Keep it</a>
</form>
</section>`,
  }
}
