#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Most of a start is compiling; the next start reuses the result.
enableCompileCache()

const [{ runProcess }, { openEngineWhenNeeded }] = await Promise.all([
  import('./cli/run-process.ts'),
  import('./engine-when-needed.ts'),
])

const exit = (code: number) => process.exit(code)

exit(await runProcess(process, openEngineWhenNeeded, exit))
