import type { OpenApi, Operation } from './openapi.ts'
import type { JsonSchema } from './schemas.ts'

/** Renders the description of the API for people, as an HTML fragment. */
export function renderReference(api: OpenApi): string {
  const { info, paths, components } = api
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const names = Object.keys(components.schemas)
  const keys = Object.values(components.securitySchemes).map(({ description }) => `<li>${prose(description)}</li>`)
  return `<div class="reference"><h1>API reference</h1><p class="lead">${prose(info.description)}</p>
<h2>Authentication</h2><p>Every request needs one of these:</p><ul>${keys.join('')}</ul>
<p><a href="/openapi.json">/openapi.json</a> is the same for programs, open to pages of any origin. Try it in the
<a href="/playground">playground</a>.</p>
<div class="columns"><nav aria-label="Contents" class="contents" tabindex="0"><h2>Operations</h2><ul>${[
    ...operations.map(({ operation }) => link(operation.operationId, operation.summary)),
    link('webhooks', 'Webhooks'),
  ].join('')}</ul><h2>Schemas</h2><ul>${names.map((name) => link(name, name)).join('')}</ul></nav><div>
${operations.map(({ path, method, operation }) => renderOperation(path, method, operation)).join('')}
${WEBHOOKS}
${Object.entries(components.schemas)
  .map(([name, schema]) => `<section id="${name}"><h2>${name}</h2>${renderSchema(schema)}</section>`)
  .join('')}</div></div></div>`
}

/** What is sent to the addresses of an account. */
const WEBHOOKS = `<section id="webhooks"><h2>Webhooks</h2>
<p>The <a href="/webhooks">webhooks</a> of an account are POSTs of <code>{"type", "timestamp", "data"}</code>, signed as
Standard Webhooks (standardwebhooks.com) say: check <code>webhook-id</code>,
<code>webhook-timestamp</code> and <code>webhook-signature</code> over the body with the webhook’s secret.</p>${table(
  ['Type', 'When', 'Data'],
  [
    [code('research.completed'), 'research has completed', 'what GET returns, without the texts of the result'],
    [code('research.failed'), 'research has failed, and was refunded', 'what GET returns'],
    [code('credits.low'), 'the balance has fallen below the alert', `${code('balance')}, ${code('alert_below')}`],
  ],
)}<p>Answer with a status from 200 to 299 within 15 seconds. Anything else is tried again for up to a day, so a message can
come more than once, and always with the same <code>webhook-id</code>. 410 switches the webhook off.</p></section>`

function renderOperation(path: string, method: string, operation: Operation): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const body = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema, example }]) =>
      `<h3>Body</h3><p><code>${escapeHtml(type)}</code>: ${typeOf(schema)}</p><pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`,
  )
  const answers = Object.entries(responses).map(([status, response]) => {
    const content = Object.entries(response.content ?? {}).map(
      ([type, { schema }]) => `${typeOf(schema)} <small>${escapeHtml(type)}</small>`,
    )
    return [
      `<code>${status}</code>`,
      prose(response.description),
      [...content, ...Object.keys(response.headers ?? {}).map(code)].join('<br>'),
    ]
  })
  return `<section id="${operationId}"><h2>${escapeHtml(summary)}</h2>
<p><code><span class="method">${escapeHtml(method)}</span> ${escapeHtml(path)}</code></p><p>${prose(description)}</p>
<h3>Parameters</h3>${table(
    ['Name', 'In', 'Type', 'Meaning'],
    parameters.map(({ name, in: place, schema, description: told, required }) => [
      code(name) + (required ? '' : ' <small>optional</small>'),
      place,
      typeOf(schema),
      prose(told),
    ]),
  )}
${body.join('')}<h3>Responses</h3>${table(['Status', 'Meaning', 'Carries'], answers)}
${operation['x-codeSamples'].map(({ label, source }) => sample(`With ${label}`, source)).join('')}
${examplesOf(responses).join('')}</section>`
}

/** The bodies of responses, each under what it is an example of. */
function examplesOf(responses: Operation['responses']): string[] {
  return Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).flatMap(({ example, examples = {} }) => [
      ...(example === undefined ? [] : [sample(`${status}, for example`, asText(example))]),
      ...Object.values(examples).map(({ summary, value }) => sample(`${status}: ${summary}`, asText(value))),
    ]),
  )
}

function sample(summary: string, text: string): string {
  return `<details><summary>${prose(summary)}</summary><pre tabindex="0">${escapeHtml(text)}</pre></details>`
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function renderSchema(schema: JsonSchema): string {
  const told = `<p>${prose(schema.description ?? '')}</p>`
  if (schema.oneOf) return `${told}<ul>${schema.oneOf.map((variant) => `<li>${typeOf(variant)}</li>`).join('')}</ul>`
  return told + renderFields(schema)
}

function renderFields({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [
    code(name) + (required.includes(name) ? '' : ' <small>optional</small>'),
    typeOf(schema),
    prose(schema.description ?? ''),
  ])
  return table(['Field', 'Type', 'Meaning'], rows)
}

/** Describes the type of a value, with links to named schemas. */
function typeOf(schema: JsonSchema): string {
  const [reference = schema] = schema.allOf ?? []
  const name = reference.$ref?.split('/').at(-1)
  if (name !== undefined) return `<a href="#${name}">${escapeHtml(name)}</a>`
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ')
  if (schema.type === 'array') return `array of ${typeOf(schema.items as JsonSchema)}`
  if (schema.type === 'object' && schema.properties) return `object${renderFields(schema)}`
  return [escapeHtml(String(schema.type ?? 'anything')), ...limitsOf(schema)].join(', ')
}

function limitsOf({ minLength, maxLength, minimum, maxProperties, pattern, format }: JsonSchema): string[] {
  return [
    maxLength === undefined ? '' : `${minLength ?? 0} to ${maxLength} characters`,
    minimum === undefined ? '' : `at least ${minimum}`,
    maxProperties === undefined ? '' : `at most ${maxProperties} keys`,
    format === undefined ? (pattern === undefined ? '' : code(pattern)) : escapeHtml(format),
  ].filter((limit) => limit !== '')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p>None.</p>'
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  return `<div class="wide" tabindex="0"><table><thead>${line(head, 'th')}</thead><tbody>${rows.map((row) => line(row, 'td')).join('')}</tbody></table></div>`
}

function link(id: string, name: string): string {
  return `<li><a href="#${id}">${escapeHtml(name)}</a></li>`
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`
}

/** Renders text with code between backticks. */
function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
