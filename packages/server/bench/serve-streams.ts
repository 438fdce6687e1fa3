import { createLog } from '../src/telemetry/logger.ts'
import { obeyParent } from './child.ts'
import { readSettings, startService } from './service.ts'
import { createTicker, type Ticking } from './ticker.ts'
import { createTickingEngine } from './ticking-engine.ts'

/** The service as it is run, with an engine that tells what the parent asks for; the database is the first word. */
const [path = ''] = process.argv.slice(2)
const settings = readSettings({ PORT: '0', DATABASE_URL: `sqlite:${path}`, DISCONNECT_GRACE_MS: '0' })
const ticker = createTicker()
const log = createLog(settings.logLevel)
const service = await startService(settings, { openEngine: async () => createTickingEngine(ticker), log })
obeyParent(service.url, (message) => ticker.tick(message as Ticking))
