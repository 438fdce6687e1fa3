import type { FastifyReply, FastifyRequest } from 'fastify'
import { QueueFull } from '#accounts/fair-queue.ts'
import { refuse } from '#http/respond.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { UserError } from '#kernel/user-error.ts'
import { backendUnreachable, invalidRequest } from '#protocol/api-error.ts'
import { html } from './html.ts'
import { PageError } from './page-error.ts'
import { PLAYGROUND_RESEARCH } from './playground/path.ts'
import type { SendPage } from './send-page.ts'

/** Shows what went wrong; of faults of ours nothing but that they happened. */
export async function showFault(
  error: unknown,
  { request, reply, log, sendPage }: { request: FastifyRequest; reply: FastifyReply; log: Log; sendPage: SendPage },
): Promise<FastifyReply> {
  const known = isCut(request) ? incomplete : read(error)
  if (!known) log.error({ request_id: request.id, ...describeError(error) }, 'fault of a page')
  if (request.url.startsWith(PLAYGROUND_RESEARCH)) {
    return refuse(reply, known ? invalidRequest(known.message) : backendUnreachable)
  }
  const { status, title, message } = known ?? fault
  return await sendPage(request, reply, () => ({
    title,
    status,
    body: html`<section class="narrow"><h1>${title}</h1><p>${message}</p><p><a class="button" href="/">Go to the dashboard</a></p></section>`,
  }))
}

const fault = new PageError(502, 'Something went wrong', 'This is our fault, not yours. Try again in a moment.')

/** Nobody reads this: the connection is gone, which is no fault of the service. */
const incomplete = new PageError(400, 'That didn’t work', 'The form did not arrive completely. Send it again.')

/** Whether the client hung up before its request had arrived. */
function isCut({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

function read(error: unknown): PageError | undefined {
  if (error instanceof PageError) return error
  if (error instanceof UserError) return new PageError(400, 'That didn’t work', error.message)
  if (error instanceof QueueFull) {
    return new PageError(503, 'Busy', 'Too many people are signing in right now. Try again in a moment.')
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (statusCode === 403) {
    return new PageError(
      403,
      'This form is out of date',
      'It was opened before you signed in or out, or it came from another site. Nothing was changed. Go back, reload the page and try again.',
    )
  }
  if (String(code).startsWith('FST_ERR_') && Number(statusCode) < 500) {
    return new PageError(400, 'That didn’t work', 'The form could not be read. Go back, reload the page and try again.')
  }
  return undefined
}
