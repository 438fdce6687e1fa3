import { html } from 'hono/html'

/** A piece of a page. Everything that is put into one is escaped, unless it is a piece itself. */
export { html }
export type Html = ReturnType<typeof html>

export const none: Html = html``
