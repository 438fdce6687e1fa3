#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Most of a start is compiling; the next start finds it done.
enableCompileCache()

const [{ runProcess }, { openProductEngine }] = await Promise.all([
  import('./cli/run-process.ts'),
  import('./product-engine.ts'),
])

const exit = (code: number) => process.exit(code)

exit(await runProcess(process, openProductEngine, exit))
