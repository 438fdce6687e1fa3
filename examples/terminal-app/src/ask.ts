import { stdout } from 'node:process'
import { styleText } from 'node:util'
import { DeepResearch, DeepResearchError, isKnownEvent } from '@deep-research/sdk'
import { CiteParser } from '@deep-research/sdk/citations'

const query = process.argv.slice(2).join(' ') || 'At what temperature does water boil?'
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())

const dim = (text: string) => stdout.write(styleText('dim', text))
const tags = new CiteParser()
const numbers = new Map<string, number>()

/** Writes a piece of the answer: its text, and a number after each claim. */
function write(piece: string): void {
  for (const token of tags.push(piece)) {
    if (token.type === 'text') stdout.write(token.text)
    if (token.type === 'open') numbers.set(token.id, numbers.size + 1)
    if (token.type === 'close') stdout.write(styleText('cyan', `[${numbers.size}]`))
  }
}

try {
  const options = { include_thinking: true, include_tool_calls: true }
  const stream = await new DeepResearch().stream({ query, options }, { signal: stop.signal })
  for await (const event of stream) {
    if (!isKnownEvent(event)) continue
    if (event.type === 'research.thinking.delta') dim(event.data.content)
    if (event.type === 'research.tool_call.started') {
      const { name, arguments: given } = event.data
      dim(`… ${name} ${given['query'] ?? given['url'] ?? ''}\n`)
    }
    if (event.type === 'research.answer.delta') write(event.data.content)
  }
  const { citations } = await stream.result()
  stdout.write('\n')
  for (const { id, source, verified } of citations) {
    stdout.write(`\n[${numbers.get(id)}] ${source.title}${verified ? '' : ' (not verified)'}\n    ${source.url}\n`)
  }
} catch (error) {
  if (!stop.signal.aborted && !DeepResearchError.isInstance(error)) throw error
  // After Ctrl-C the research is cancelled: it costs what it cost, and its slot is free.
  console.error(stop.signal.aborted ? '\nInterrupted.' : (error as Error).message)
  process.exitCode = stop.signal.aborted ? 130 : 1
}
