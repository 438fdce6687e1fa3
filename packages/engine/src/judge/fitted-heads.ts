import type { Heads } from '#evidence/head.ts'
import fitted from './weights.json' with { type: 'json' }

/** What the engine judges by. `pnpm fit` writes it. */
export const HEADS: Heads = fitted.heads
