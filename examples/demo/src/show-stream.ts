import type { ResearchEvent, ResearchResult, ToolCallStartedData } from '@deep-research/sdk'
import { CiteParser } from '@deep-research/sdk/citations'
import type { Terminal } from './terminal.ts'
import { Wrapper } from './wrap.ts'

/** Shows a stream as it arrives: thinking dimmed, tool calls, then the answer with a number after each claim. */
export class StreamView {
  readonly #terminal: Terminal
  readonly #tags = new CiteParser()
  readonly #wrapper: Wrapper
  readonly #calls = new Map<string, ToolCallStartedData>()
  readonly #numbers = new Map<string, number>()
  #answering = false

  constructor(terminal: Terminal) {
    this.#terminal = terminal
    this.#wrapper = new Wrapper((text) => terminal.write(text), terminal.width)
  }

  show(event: ResearchEvent): void {
    switch (event.type) {
      case 'research.thinking.delta':
        this.#think(event.data.content)
        break
      case 'research.tool_call.started':
        this.#calls.set(event.data.tool_call_id, event.data)
        this.#terminal.status(`  ${event.data.name} …`)
        break
      case 'research.tool_call.completed':
        this.#called(event.data)
        break
      case 'research.answer.delta':
        this.#answer(event.data.content)
        break
      case 'research.completed':
        this.#end(event.data)
        break
      case 'research.failed':
        // The loop over the stream then throws the reason.
        break
    }
  }

  /** The number shown after the claim of a citation. */
  numberOf(id: string): number {
    const number = this.#numbers.get(id) ?? this.#numbers.size + 1
    this.#numbers.set(id, number)
    return number
  }

  #think(content: string): void {
    for (const line of content.split('\n')) {
      if (line.trim() !== '') this.#paragraph(line.trim())
    }
  }

  #paragraph(text: string): void {
    const { write, width, style } = this.#terminal
    const lines: string[] = []
    const wrapper = new Wrapper((piece) => lines.push(piece), width - 2)
    wrapper.push(text)
    wrapper.end()
    for (const line of lines.join('').split('\n')) write(`  ${style('dim', line)}\n`)
  }

  #called({
    tool_call_id,
    name,
    status,
    duration_ms,
    result,
  }: {
    tool_call_id: string
    name: string
    status: string
    duration_ms: number
    result: Record<string, unknown>
  }): void {
    const call = this.#calls.get(tool_call_id)
    const subject = String(call?.arguments['query'] ?? result['title'] ?? call?.arguments['url'] ?? '')
    const outcome = Array.isArray(result['documents'])
      ? `${result['documents'].length} found`
      : `${String(result['sentences'] ?? '')} sentences`
    const room = Math.max(20, this.#terminal.width - 40)
    const shown = subject.length > room ? `${subject.slice(0, room - 1)}…` : subject
    const end = status === 'ok' ? `${outcome}, ${duration_ms} ms` : 'failed'
    this.#terminal.line(
      `  ${this.#terminal.style('cyan', name.padEnd(6))} ${shown}  ${this.#terminal.style('dim', end)}`,
    )
  }

  #answer(content: string): void {
    if (!this.#answering) this.#terminal.line(`\n${this.#terminal.style('bold', 'Answer')}\n`)
    this.#answering = true
    for (const token of this.#tags.push(content)) {
      if (token.type === 'text') this.#wrapper.push(token.text)
      if (token.type === 'close') this.#wrapper.push(`[${this.numberOf(token.id)}]`)
    }
  }

  #end({ citations, sources_summary, usage }: ResearchResult): void {
    const { line, style } = this.#terminal
    this.#wrapper.end()
    if (sources_summary.length > 0) line(`\n\n${style('bold', 'Sources')}\n`)
    const verified = new Set(citations.filter((citation) => citation.verified).map(({ id }) => id))
    for (const { source, citation_ids } of sources_summary) {
      const numbers = citation_ids.map((id) => `${this.numberOf(id)}${verified.has(id) ? '' : '?'}`)
      const by = [source.authors?.join(', '), source.year].filter((part) => part !== undefined).join(', ')
      line(`  [${numbers.join(', ')}] ${source.title}${by === '' ? '' : style('green', ` — ${by}`)}`)
      line(`      ${style('dim', source.url)}`)
    }
    const unverified = citations.length - verified.size
    const checked = unverified === 0 ? 'all verified' : `${verified.size} verified, ${unverified} not (marked ?)`
    const seconds = (usage.latency_ms / 1000).toFixed(2)
    line(
      `\n${style('bold', 'Usage')}  ${usage.iterations} iterations · ${usage.tool_calls} tool calls · ` +
        `${usage.sources_cited} sources · ${citations.length} citations, ${checked} · ` +
        `about ${usage.total_tokens} tokens · ${seconds} s`,
    )
  }
}
