import { DeepResearch } from '@deep-research/sdk'

// DEEP_RESEARCH_API_KEY and DEEP_RESEARCH_BASE_URL are read from the environment.
const client = new DeepResearch()

const stream = await client.stream({ query: 'What was the Monroe Doctrine?' })
for await (const text of stream.text()) process.stdout.write(text)

const { sources_summary, usage } = await stream.result()
console.log('\n')
for (const { source } of sources_summary) console.log(`${source.authors}: ${source.title}`)
console.log(`\nIterations: ${usage.iterations}. Sources: ${usage.sources_cited}.`)
