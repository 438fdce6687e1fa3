import { RESEARCH_PATH } from '@deep-research/sdk/contract'

/** Where the playground sends its requests. */
export const PLAYGROUND_RESEARCH = `/playground${RESEARCH_PATH}`
