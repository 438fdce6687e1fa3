import { DeepResearch } from '@deep-research/sdk'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createResearchServer } from './research-server.ts'
import { serveHttp } from './serve-http.ts'

// DEEP_RESEARCH_API_KEY and DEEP_RESEARCH_BASE_URL are read from the environment.
const client = new DeepResearch()
const [mode, port = '3333'] = process.argv.slice(2)
if (mode === '--http') {
  await serveHttp(client, Number(port))
  console.error(`The tool is at http://127.0.0.1:${port}/`)
} else {
  await createResearchServer(client).connect(new StdioServerTransport())
}
