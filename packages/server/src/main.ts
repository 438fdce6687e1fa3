#!/usr/bin/env node
import { runProcess } from './cli/run-process.ts'
import { openProductEngine } from './product-engine.ts'

const exit = (code: number) => process.exit(code)

exit(await runProcess(process, openProductEngine, exit))
