#!/usr/bin/env node
import * as nodeModule from 'node:module'
import { complainOfNode } from './node-version.ts'
import { tuneV8 } from './tune-v8.ts'

const complaint = complainOfNode(process.versions.node)
if (complaint !== undefined) {
  console.error(complaint)
  process.exit(1)
}

// Node 22 says at each start that its SQLite is experimental, which a user can do nothing about. This is for the main
// thread; `threadOptions` is for the others.
const { emitWarning } = process
process.emitWarning = (...given: unknown[]) => {
  if (!String(given[0]).startsWith('SQLite is an experimental feature')) Reflect.apply(emitWarning, process, given)
}

tuneV8()

// Most of a start is compiling; the next start reuses the result.
nodeModule.enableCompileCache()

const [{ runProcess }, { openEngineWhenNeeded }] = await Promise.all([
  import('./cli/run-process.ts'),
  import('./engine-when-needed.ts'),
])

const exit = (code: number) => process.exit(code)

exit(await runProcess(process, openEngineWhenNeeded, exit))
