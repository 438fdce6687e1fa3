import type { OpenedEngine } from '../../../src/index.ts'
import type { Storage } from '../../../src/storage/storage.ts'

/** Where a process can be made to die. */
export const FAILPOINTS = [
  'after admit',
  'before head',
  'before write',
  'after write',
  'before settle',
  'after settle',
] as const

export type Failpoint = (typeof FAILPOINTS)[number]

/** Called at each point that is passed; may not come back. */
export type Pass = (point: Failpoint) => void

/** A storage that passes the points on its way. */
export function withFailpoints(storage: Storage, pass: Pass): Storage {
  const { admission, events } = storage
  return {
    ...storage,
    admission: {
      ...admission,
      async admit(command) {
        const admitted = await admission.admit(command)
        if (admitted.kind === 'admitted') pass('after admit')
        return admitted
      },
      async settle(command) {
        pass('before settle')
        const settled = await admission.settle(command)
        pass('after settle')
        return settled
      },
    },
    events: {
      ...events,
      async write(claim, chunk) {
        pass('before write')
        const written = await events.write(claim, chunk)
        pass('after write')
        return written
      },
    },
  }
}

/** An engine that passes the point between the admission and the head. */
export function withHeadFailpoint(engine: OpenedEngine, pass: Pass): OpenedEngine {
  return {
    research: (task, context) => engine.research(task, context),
    fingerprint: () => engine.fingerprint?.(),
    close: () => engine.close(),
    async ready() {
      pass('before head')
    },
  }
}
