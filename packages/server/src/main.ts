#!/usr/bin/env node
import { runProcess } from './cli/run-process.ts'
import { openProductEngine } from './wiring.ts'

const exit = (code: number) => process.exit(code)

exit(await runProcess(process, openProductEngine, exit))
