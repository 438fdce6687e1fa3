import { obeyParent } from './child.ts'
import { readSettings, startService } from './service.ts'

/** The service with the demo corpus; the first word is the database, the second the number of its engine's threads. */
const [path = '', threads = '0'] = process.argv.slice(2)
const settings = readSettings({ PORT: '0', DATABASE_URL: `sqlite:${path}`, ENGINE_WORKERS: threads })
const service = await startService(settings)
obeyParent(service.url)
