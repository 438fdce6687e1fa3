import { existsSync, writeFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { EngineEvent, ResearchTask } from '@deep-research/engine'
import type { ThreadData } from '../../src/engine-pool/messages.ts'
import { serve, type ThreadEngine } from '../../src/engine-pool/serve-thread.ts'
import { bystanderEvents, HANGS, hungMark, QUITS, WAITS } from './hanging-threads.ts'

/** A thread with an engine that hangs, dies or waits where it is asked to. */
function openHanging({ indexFile }: ThreadData): ThreadEngine {
  const mark = hungMark(indexFile)
  return {
    async *research({ query }: ResearchTask, { signal }): AsyncGenerator<EngineEvent> {
      yield { type: 'thinking', content: query }
      await turn()
      if (query === HANGS) {
        writeFileSync(mark, '')
        for (;;);
      }
      if (query === QUITS) process.exit(1)
      if (query === WAITS) await new Promise((_, leave) => signal.addEventListener('abort', leave))
      const [first, ...others] = bystanderEvents(query)
      if (first) yield first
      // It is under way when the other one hangs.
      while (!existsSync(mark)) await turn()
      for (const event of others) {
        yield event
        await turn()
      }
    },
    warmUp: async () => {},
    renew() {},
    close() {},
  }
}

if (parentPort) await serve(parentPort, workerData, openHanging)
