import { DeepResearch } from '@deep-research/sdk'
import { createRelay } from '@deep-research/sdk/relay'

/** How many seconds a host that limits them gives an answer. */
export const maxDuration = 300

/** The client is made at the first request: a build has no key. */
const relay = createRelay(() => new DeepResearch(), { authorize })

/** Only pages of this site may ask. Look at your users' sessions here. */
function authorize(request: Request): Response | undefined {
  const isOwnPage = request.headers.get('sec-fetch-site') === 'same-origin'
  return isOwnPage ? undefined : Response.json({ error: { message: 'Ask from the page.' } }, { status: 403 })
}

export { relay as DELETE, relay as POST }
