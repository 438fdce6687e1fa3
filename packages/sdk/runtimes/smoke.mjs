// Runs the suite on whatever runtime runs this file.
import process from 'node:process'
import * as sdk from '../dist/index.js'
import { serve } from './serve.mjs'
import { checks, runAll } from './suite.mjs'

const service = await serve()
const all = checks(sdk, service.base, service)
const failures = await runAll(all)
service.close()
for (const failure of failures) console.log(failure)
console.log(`${Object.keys(all).length - failures.length} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
