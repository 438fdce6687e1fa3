import { createLog } from '../src/telemetry/logger.ts'
import { createScriptedEngine } from '../test/support/scripted-engine.ts'
import { obeyParent } from './child.ts'
import { readSettings, startService } from './service.ts'

/** The service as it is run, with its log on; the URL of its database is the first word. */
const [url = ''] = process.argv.slice(2)
const settings = readSettings({ PORT: '0', DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32) })
const log = createLog(settings.logLevel)
const service = await startService(settings, { openEngine: async () => createScriptedEngine(), log })
obeyParent(service.url)
