/** The server's side of a page that researches: it has the key, and the page does not. */
export { createRelay, type Relay, type RelayClient, type RelayOptions, type RelayStream } from './create-relay.ts'
export { toResponse } from './to-response.ts'

// What it takes.

export type { ResearchRequest } from '#contract/types.ts'
