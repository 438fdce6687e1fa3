import type { Heads } from '#evidence/head.ts'
import fitted from './weights.json' with { type: 'json' }

/** The fitted heads. `pnpm fit` writes them; nothing fitted stands in code. */
export const HEADS: Heads = fitted.heads
