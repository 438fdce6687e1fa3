#!/usr/bin/env node
import * as nodeModule from 'node:module'
import { complainOfNode } from './node-version.ts'

const complaint = complainOfNode(process.versions.node)
if (complaint !== undefined) {
  console.error(complaint)
  process.exit(1)
}

// Most of a start is compiling; the next start reuses the result.
nodeModule.enableCompileCache()

const [{ runProcess }, { createEngineOpener }] = await Promise.all([
  import('./cli/run-process.ts'),
  import('./engine-when-needed.ts'),
])

const exit = (code: number) => process.exit(code)

exit(await runProcess(process, createEngineOpener(), exit))
