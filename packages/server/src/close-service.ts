import type { FastifyInstance } from 'fastify'
import type { Jobs } from '#jobs/ports.ts'

/** Milliseconds that streams have to take their last event before they are cut off. */
const STREAMS_END_WITHIN = 3_000

/** Milliseconds that requests have that came just before the service stopped listening. */
const LAST_ANSWERS = 500

/** How a service is closed. */
export interface CloseOptions {
  /**
   * Resolves when the service may stop listening: until then it is not ready, and refuses new requests with 502 and
   * Retry-After, so that whoever routes requests here has the time to notice. Default: at once.
   */
  after?: Promise<unknown>
}

/**
 * Closes what takes requests: research ends with SERVER_SHUTTING_DOWN, and each connection with the answer to the
 * request that is on it, so that no client sends one into a connection that is being closed.
 */
export async function closeApp(app: FastifyInstance, jobs: Jobs, { after }: CloseOptions): Promise<void> {
  app.server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const begun = performance.now()
  await Promise.all([jobs.drain(), after])
  const left = Math.max(LAST_ANSWERS, begun + STREAMS_END_WITHIN - performance.now())
  // A client that does not take its last event must not hold the process.
  const cut = setTimeout(() => app.server.closeAllConnections(), left)
  await app.close()
  clearTimeout(cut)
}
