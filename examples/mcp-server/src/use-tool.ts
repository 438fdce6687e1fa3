import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

// What an assistant does with an entry of its settings: it starts the command, and calls the tool.
const words = process.argv.slice(2)
const [command = 'deep-research', ...args] = words.slice(0, words.indexOf('--'))
const [query = 'How does a reef protect the coast?'] = words.slice(words.indexOf('--') + 1)

const client = new Client({ name: 'example', version: '1.0.0' })
const env = { CORPUS: 'notes', ...(process.env as Record<string, string>) }
await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }))
const { content } = await client.callTool({ name: 'research', arguments: { query } })
for (const { text } of content as { text: string }[]) console.log(text)
await client.close()
