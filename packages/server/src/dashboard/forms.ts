import type { FastifyRequest } from 'fastify'

/** Bytes of a form. */
export const FORM_BYTES = 65_536

/** A form's field, or a text of the query; empty where it was not sent. */
export function field({ body }: FastifyRequest, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '') : ''
}

/** A parameter of the path or of the query, where it was sent once. */
export function parameter({ query, params }: FastifyRequest, name: string): string | undefined {
  const value = { ...(query as Record<string, unknown>), ...(params as Record<string, unknown>) }[name]
  return typeof value === 'string' ? value : undefined
}
