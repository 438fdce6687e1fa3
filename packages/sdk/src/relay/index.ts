/**
 * The server's side of a page that researches. The key stays here and never reaches the page.
 *
 * @module @deep-research/sdk/relay
 */

/** The headers of a streamed response that nothing on its way may buffer or compress. */
export { STREAM_HEADERS as streamHeaders } from '#contract/tables.ts'
export { createRelay, type Relay, type RelayClient, type RelayOptions, type RelayStream } from './create-relay.ts'
export { toResponse } from './to-response.ts'

// Types that it takes.

export type { ResearchRequest } from '#contract/types.ts'
