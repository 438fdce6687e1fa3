import { connect } from 'node:net'
import { readSettings, startService } from '../../../src/index.ts'
import { wait } from '../../../src/kernel/retry-pause.ts'
import { openStorage } from '../../../src/open-storage.ts'
import { openProductEngine } from '../../../src/product-engine.ts'
import { FAILPOINTS, type Pass, withFailpoints, withHeadFailpoint } from './failpoints.ts'
import { createFaultEngine } from './fault-engine.ts'

/**
 * A service that kills itself: argument 1 is the index of a failpoint, and argument 2 how often it is passed before.
 * Without arguments it lives until somebody else kills it.
 */
const [point, times] = process.argv.slice(2).map(Number)
let passed = 0
const pass: Pass = (name) => {
  if (point === undefined || name !== FAILPOINTS[point]) return
  passed += 1
  if (passed > (times ?? 0)) process.kill(process.pid, 'SIGKILL')
}

/** Where webhooks are received, whatever their addresses. */
const receiver = Number(process.env['RECEIVER_PORT'])
const reach = { resolve: async () => ['93.184.215.14'], dial: () => connect(receiver, '127.0.0.1') }

const service = await startService(readSettings(process.env), {
  openEngine: async (settings, progress) => {
    const product = settings.llm === 'none' ? undefined : await openProductEngine(settings, progress)
    return withHeadFailpoint(createFaultEngine(product), pass)
  },
  reach,
  openStorage: async (settings, clock) => withFailpoints(await openStorage(settings, clock), pass),
})
process.stdout.write(`is listening on ${service.url}\n`)
/** As long as the command line lets whoever routes requests notice that the service ends. */
const DRAIN = 1_500

process.once('SIGTERM', async () => {
  await service.close({ after: wait(DRAIN) })
  process.exit(0)
})
