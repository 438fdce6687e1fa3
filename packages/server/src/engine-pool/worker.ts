import { enableCompileCache } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** The thread that serves then gets three times as much of a busy core. */
const NICENESS = 5
const MOST_NICENESS = 19

// On Linux this is said of the calling thread, elsewhere of the whole process.
if (process.platform === 'linux') setPriority(Math.min(MOST_NICENESS, getPriority() + NICENESS))

// Loading the engine's code takes longer than starting the thread.
enableCompileCache()
const { serve } = await import('./serve-thread.ts')
if (parentPort) serve(parentPort)
