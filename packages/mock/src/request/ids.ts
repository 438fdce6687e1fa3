import { REQUEST_ID_PREFIX } from '@deep-research/sdk/contract'

/**
 * Makes request ids in the service's form (`req_` and a UUIDv7 without hyphens), unique for each maker. A counter
 * replaces the random bits of a service, so the same requests at the same times get the same ids.
 */
export function createIds(now: () => number): () => string {
  let count = 0
  return () => {
    count += 1
    const time = Math.floor(now()).toString(16).padStart(12, '0')
    const rest = count.toString(16).padStart(18, '0')
    return `${REQUEST_ID_PREFIX}${time}7${rest.slice(0, 3)}8${rest.slice(3)}`
  }
}
