import { runProcess } from '../../src/cli/run-process.ts'
import { openEnginePool } from '../../src/engine-pool/open-pool.ts'
import { corpusOf } from '../../src/product-engine.ts'
import { HANGING_WORKER } from './hanging-threads.ts'

/** The command line with an engine that computes for ever where it is asked to, in as many threads as the settings say. */
const exit = (code: number) => process.exit(code)

exit(
  await runProcess(
    process,
    async (settings, progress, signal) => {
      const { engineWorkers: most, engineSilenceMs: silenceMs } = settings
      return await openEnginePool(corpusOf(settings), progress, { most, silenceMs, script: HANGING_WORKER, signal })
    },
    exit,
  ),
)
