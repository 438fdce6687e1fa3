import type { FastifyInstance } from 'fastify'
import type { RequestFacts } from '#admission/reports.ts'
import { number, older, table, time } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { html, none } from '../html.ts'
import type { PageContent, View } from '../view.ts'

/** Requests on one page. */
const REQUESTS = 16

interface Found {
  requests: readonly RequestFacts[]
  emails: ReadonlyMap<string, string>
  id: string
  metadata: string
  after: string | undefined
  next: string | undefined
}

/** `/operator/requests`: requests of all accounts by their ids and their metadata, without what was asked. */
export function registerOperatorRequests(scope: FastifyInstance, context: DashboardContext): void {
  const { reports, accounts, sendPage } = context
  scope.get('/operator/requests', { onRequest: context.mustBeOperator }, async (request, reply) => {
    const text = (name: string) => (parameter(request, name) ?? '').trim()
    const [id, metadata, after] = [text('id'), text('metadata'), parameter(request, 'after')]
    const asked = { ...(id !== '' && { id }), ...(metadata !== '' && { metadata }) }
    const { items, next } = await reports.requests({ ...asked, after, limit: REQUESTS })
    const emails = await accounts.emails([...new Set(items.map(({ accountId }) => accountId))])
    return await sendPage(request, reply, (view) =>
      requestsPage(view, { requests: items, emails, id, metadata, after, next }),
    )
  })
}

function requestsPage({ zone }: View, { requests, emails, id, metadata, after, next }: Found): PageContent {
  const asked = new URLSearchParams({ ...(id && { id }), ...(metadata && { metadata }) })
  return {
    title: 'Requests',
    body: html`<a class="crumb" href="/operator">Operator</a>
<h1>Requests</h1>
<form method="get" action="/operator/requests" class="inline" role="search">
<label>Request id, or the caller’s own <input type="search" name="id" value="${id}" autocapitalize="off" spellcheck="false"></label>
<label>Metadata contains <input type="search" name="metadata" value="${metadata}"></label>
<button>Search</button>
</form>
${table({
  caption: 'Requests, the newest first',
  columns: [
    ...[{ name: 'Request', wide: true }, { name: 'Account' }, { name: 'Asked' }, { name: 'Level', short: true }],
    ...[
      { name: 'Status', short: true },
      { name: 'Credits', numeric: true },
    ],
  ],
  rows: requests.map((request) => [
    html`<code class="id">${request.id}</code>${request.clientRequestId === undefined ? none : html` <span class="tag">request_id <b>${request.clientRequestId}</b></span>`}
${Object.entries(request.metadata ?? {}).map(([name, value]) => html`<span class="tag">${name} <b>${value}</b></span>`)}`,
    html`<a class="email" href="/operator/accounts/${request.accountId}">${emails.get(request.accountId) ?? request.accountId}</a>`,
    time(request.startedAt, zone),
    request.level,
    html`<span class="badge ${request.status}">${request.status}</span>${request.failure === undefined ? none : html` <code class="id">${request.failure}</code>`}`,
    number(request.status === 'failed' ? 0 : request.credits),
  ]),
  empty: html`<p>No request matches.</p>`,
})}
${older(`/operator/requests${asked.size > 0 ? `?${asked}` : ''}`, { after, next })}`,
  }
}
