import { DeepResearch } from '@deep-research/sdk'
import { createRelay, type Relay } from '@deep-research/sdk/relay'

/** How many seconds a host that limits them gives an answer. */
export const maxDuration = 300

let relay: Relay | undefined

/** Made at the first request: a build has no key. */
function handle(request: Request): Promise<Response> {
  relay ??= createRelay(new DeepResearch(), { authorize })
  return relay(request)
}

/** Only pages of this site may ask. Look at your users' sessions here. */
function authorize(request: Request): Response | undefined {
  const isOwnPage = request.headers.get('sec-fetch-site') === 'same-origin'
  return isOwnPage ? undefined : Response.json({ error: { message: 'Ask from the page.' } }, { status: 403 })
}

export { handle as DELETE, handle as POST }
