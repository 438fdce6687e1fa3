import { createLog } from '../src/telemetry/logger.ts'
import { obeyParent } from './child.ts'
import { readSettings, startService } from './service.ts'
import { createTicker, type Ticking } from './ticker.ts'
import { createTickingEngine } from './ticking-engine.ts'

/** One of several processes that share the work; its settings are the first word, as JSON. */
const [environment = '{}'] = process.argv.slice(2)
const settings = readSettings(JSON.parse(environment))
const ticker = createTicker()
const openEngine = async () => createTickingEngine(ticker)
const service = await startService(settings, { openEngine, log: createLog(settings.logLevel) })
obeyParent(service.url, (message) => ticker.tick(message as Ticking))
