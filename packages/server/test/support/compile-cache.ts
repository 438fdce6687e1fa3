import { join } from 'node:path'

/** Where processes of tests find the service compiled: that is most of a start. It is kept for the next tests. */
export const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/compiled')
