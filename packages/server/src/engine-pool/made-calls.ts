import type { KeptRun } from '#steps/keep-steps.ts'
import { answerCall, type SharedOutside } from './answer-call.ts'
import type { Command, Report } from './messages.ts'

/** Where the steps of a run are kept. */
export interface Keeping {
  keeper: KeptRun | undefined
  /** Steps that are being kept. */
  keeping: Set<Promise<void>>
}

/** The calls that are made for the runs of one thread. */
export class MadeCalls {
  readonly #shared: SharedOutside
  readonly #tell: (command: Command) => void
  readonly #calls = new Map<number, { run: number; controller: AbortController }>()

  constructor(shared: SharedOutside, tell: (command: Command) => void) {
    this.#shared = shared
    this.#tell = tell
  }

  async make({ call, run, made }: Extract<Report, { is: 'call' }>, keeping: Keeping | undefined): Promise<void> {
    const controller = new AbortController()
    this.#calls.set(call, { run, controller })
    await answerCall(this.#shared, {
      call: made,
      signal: controller.signal,
      tell: (news) => this.#tell({ do: 'news', call, news }),
      keep: (key, result) => keep(keeping, key, result),
    })
    this.#calls.delete(call)
  }

  drop(call: number): void {
    this.#calls.get(call)?.controller.abort(new Error('nobody waits for it'))
  }

  /** Drops the calls of a run. Default: all calls. */
  dropOf(run?: number): void {
    for (const [call, made] of this.#calls) if (run === undefined || made.run === run) this.drop(call)
  }
}

async function keep(run: Keeping | undefined, key: string, result: string): Promise<void> {
  const keeping = run?.keeper?.saveStep(key, result)
  if (!keeping) return
  run?.keeping.add(keeping)
  await keeping.finally(() => run?.keeping.delete(keeping))
}
