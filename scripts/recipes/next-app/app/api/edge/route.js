import { DeepResearch } from '@deep-research/sdk'
import { createRelay } from '@deep-research/sdk/relay'

export const runtime = 'edge'
// The client is made when the first page asks: a build has no key.
const relay = createRelay(() => new DeepResearch())

export { relay as DELETE, relay as POST }
