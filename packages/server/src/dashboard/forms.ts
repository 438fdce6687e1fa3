import type { FastifyRequest, preHandlerHookHandler } from 'fastify'
import { PageError } from './page-error.ts'

/** The most bytes that a form may have. */
export const FORM_BYTES = 65_536

/** A form's field, or a text of the query; empty where it was not sent. */
export function field({ body }: FastifyRequest, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '') : ''
}

/** All values of a form's field that can be sent several times. */
export function fieldAll({ body }: FastifyRequest, name: string): string[] {
  return body instanceof URLSearchParams ? body.getAll(name) : []
}

/** A parameter of the path or of the query, where it was sent once. */
export function parameter({ query, params }: FastifyRequest, name: string): string | undefined {
  const value = { ...(query as Record<string, unknown>), ...(params as Record<string, unknown>) }[name]
  return typeof value === 'string' ? value : undefined
}

/** Refuses a request with U+0000 in a text, which PostgreSQL cannot store or look for. */
export const refuseNul: preHandlerHookHandler = ({ body, query, params, routeOptions }, _reply, done) => {
  // An address that leads nowhere is not found, whatever it holds.
  if (routeOptions.url === '/*') return done()
  const sent = [...entriesOf(params), ...entriesOf(query), ...(body instanceof URLSearchParams ? body : [])]
  const [found] = sent.find((entry) => entry.flat().some((text) => String(text).includes('\u0000'))) ?? []
  if (found === undefined) done()
  else
    done(new PageError(400, 'That didn’t work', `${nameOf(found)} must not contain the character U+0000. Remove it.`))
}

function entriesOf(values: unknown): [string, unknown][] {
  return Object.entries((values ?? {}) as Record<string, unknown>)
}

/** The name of a field, unless the name itself holds the character. */
function nameOf(name: string): string {
  return name.includes('\u0000') ? 'The request' : name
}
