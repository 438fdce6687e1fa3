import { runProcess } from '../../src/cli/run-process.ts'
import { createScriptedEngine } from './scripted-engine.ts'

/** The command line with a scripted engine, which answers at once, or never where the query is `wait`. */
const engine = createScriptedEngine((run) => {
  if (run.task.query !== 'wait') run.complete()
})
const exit = (code: number) => process.exit(code)

exit(await runProcess(process, async () => engine, exit))
