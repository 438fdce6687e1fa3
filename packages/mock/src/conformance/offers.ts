import { HEADERS } from '@deep-research/sdk/contract'

/** Whether a stream can be resumed. A service that offers this also cancels and retrieves. */
export const offers = (headers: Headers): boolean => headers.get(HEADERS.resumable) === 'true'
