import { MONTHLY_FREE_CREDITS, REASONING_LEVELS } from '@deep-research/sdk/contract'
import type { NewKey } from '#accounts/manage-keys.ts'
import { snippetsOf } from '../answer/snippets.ts'
import { examples } from '../examples.ts'
import { type Html, html } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'

export interface Start {
  /** A key that was just made: the only time that it is shown. */
  made: NewKey | undefined
  hasKey: boolean
  hasAsked: boolean
  /** Where the service is found. */
  origin: string
  /** Names the form, so that it makes one key however often it is sent. */
  once: string
  /** Whether a key can be made without the password being asked for before. */
  fresh: boolean
  /** What the first call asks. */
  query: string
}

const LEVEL = 'low'

/** Three steps: a key, a call, and where its answer is found again. */
export function startPage(view: View, start: Start): PageContent {
  const { hasKey, hasAsked, origin, query } = start
  const { credits } = REASONING_LEVELS[LEVEL]
  return {
    title: 'Get started',
    body: html`<h1>Get started</h1>
<p class="lead">Three steps to your first answer. You have ${MONTHLY_FREE_CREDITS} free credits a month; this call costs ${credits}. Or try it first in the <a href="/playground">playground</a>, without a key.</p>
<ol class="steps">
<li ${hasKey ? html`class="done"` : ''}><div><h2>Create an API key</h2>${keyStep(view, start)}</div></li>
<li ${hasAsked ? html`class="done"` : ''}><div><h2>Make your first call</h2>
<p>The answer arrives as a stream of events. Everything you can send and receive is in the <a href="/reference">API reference</a>.</p>
${examples(snippetsOf({ query, reasoning_level: LEVEL }, origin))}</div></li>
<li ${hasAsked ? html`class="done"` : ''}><div><h2>See it in your history</h2>
<p>Every request is listed there with its answer, its sources and what it cost, whether it came from your code or from the playground.</p>
<p><a class="button" href="/research">Open the history</a></p></div></li>
</ol>`,
  }
}

function keyStep(view: View, { made, hasKey, once, fresh }: Start): Html {
  if (made) {
    return html`<p>Copy it now: it is shown only this once. Then set it where your code runs:</p>
<div class="copy"><code id="export-key">export DEEP_RESEARCH_API_KEY=${made.key}</code><button type="button" data-copy="export-key" aria-label="Copy the command that sets the key" hidden>Copy</button></div>`
  }
  if (hasKey) return html`<p>You have a key. Manage your keys under <a href="/credentials">API Credentials</a>.</p>`
  if (!fresh) return html`<p><a class="button" href="/confirm?to=/start">Confirm your password to create a key</a></p>`
  return html`<p>Your code sends it with each request, in the <code>X-API-Key</code> header.</p>
<form method="post" action="/start" class="inline">${formField(view)}<input type="hidden" name="once" value="${once}"><button class="primary">Create key</button></form>`
}
