// Runs the suite inside workerd; the service is on the host.
import * as sdk from '../dist/index.js'
import { checks, runAll } from './suite.mjs'

// biome-ignore lint/style/noDefaultExport: the entry of a module worker
export default {
  async fetch(request) {
    const all = checks(sdk, new URL(request.url).searchParams.get('base'))
    const failures = await runAll(all)
    return Response.json({ passed: Object.keys(all).length - failures.length, failures })
  },
}
