import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

// Loading the engine's code takes longer than starting the thread.
enableCompileCache()
const { serve } = await import('./serve-thread.ts')
if (parentPort) await serve(parentPort, workerData)
