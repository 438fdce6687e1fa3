import type { FastifyInstance } from 'fastify'
import type { Jobs } from '#jobs/ports.ts'

/** How long streams have to send their last event before they are cut off, in milliseconds. */
const STREAMS_END_WITHIN = 3_000

/** How long requests that arrived just before the service stopped listening have to be answered, in milliseconds. */
const LAST_ANSWERS = 500

/** How a service is closed. */
export interface CloseOptions {
  /**
   * Resolves when the service may stop listening. Until then it reports that it is not ready and refuses new requests
   * with 502 and Retry-After, so that load balancers have time to notice. Default: at once.
   */
  after?: Promise<unknown>
}

/**
 * Closes the service to requests. Research ends with SERVER_SHUTTING_DOWN, and each connection closes with the response
 * to its current request, so that no client sends a request into a closing connection.
 */
export async function closeApp(app: FastifyInstance, jobs: Jobs, { after }: CloseOptions): Promise<void> {
  app.server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const begun = performance.now()
  await Promise.all([jobs.drain(), after])
  const left = Math.max(LAST_ANSWERS, begun + STREAMS_END_WITHIN - performance.now())
  // A client that does not read its last event must not keep the process running.
  const cut = setTimeout(() => app.server.closeAllConnections(), left)
  await app.close()
  clearTimeout(cut)
}
