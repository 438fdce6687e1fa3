import { CiteParser } from '@deep-research/sdk/citations'
import type { ResearchEvent, ResearchResult, ToolCallRecord, ToolCallStartedData } from '@deep-research/sdk/types'
import type { StreamOutputs } from './outputs.ts'
import { showSources } from './show-sources.ts'
import { Wrapper } from './wrap.ts'

/** What a line of a tool call needs beside the subject of the call. */
const CALL_COLUMNS = 40
/** What stands before the numbers of the last line. */
const USAGE = 'Usage  '

/** Shows a stream as it arrives: thinking dimmed, tool calls, then the answer with a number after each claim. */
export class StreamView {
  readonly #outputs: StreamOutputs
  readonly #tags = new CiteParser()
  readonly #wrapper: Wrapper
  readonly #calls = new Map<string, ToolCallStartedData>()
  readonly #numbers = new Map<string, number>()
  #answering = false

  constructor(outputs: StreamOutputs) {
    this.#outputs = outputs
    this.#wrapper = new Wrapper((text) => outputs.answer.write(text), outputs.answer.width)
  }

  show(event: ResearchEvent): void {
    const { progress } = this.#outputs
    switch (event.type) {
      case 'research.thinking.delta':
        this.#think(event.data.content)
        break
      case 'research.tool_call.started':
        this.#calls.set(event.data.tool_call_id, event.data)
        progress?.status(`  ${event.data.name} …`)
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

  #think(content: string): void {
    const { progress } = this.#outputs
    if (!progress) return
    for (const paragraph of content.split('\n').filter((line) => line.trim() !== '')) {
      for (const line of linesOf(paragraph.trim(), progress.width - 2))
        progress.line(`  ${progress.style('dim', line)}`)
    }
  }

  #called({ tool_call_id, name, status, duration_ms, result }: ToolCallRecord): void {
    const { progress } = this.#outputs
    if (!progress) return
    const call = this.#calls.get(tool_call_id)
    const subject = String(call?.arguments['query'] ?? result['title'] ?? call?.arguments['url'] ?? '')
    const room = Math.max(12, progress.width - CALL_COLUMNS)
    const shown = subject.length > room ? `${subject.slice(0, room - 1)}…` : subject
    const end = status === 'ok' ? `${outcomeOf(result)}, ${duration_ms} ms` : 'failed'
    progress.line(`  ${progress.style('cyan', name.padEnd(6))} ${shown}  ${progress.style('dim', end)}`)
  }

  #answer(content: string): void {
    const { progress, answer, whole } = this.#outputs
    if (!this.#answering && progress) {
      progress.status('')
      if (!whole) progress.line(`\n${progress.style('bold', 'Answer')}\n`)
    }
    this.#answering = true
    for (const token of this.#tags.push(content)) {
      if (token.type === 'text') this.#wrapper.push(token.text)
      if (token.type === 'close') this.#wrapper.mark(answer.style('cyan', `[${this.#numberOf(token.id)}]`))
    }
  }

  #end(result: ResearchResult): void {
    const { progress, answer, locate } = this.#outputs
    this.#wrapper.finish()
    if (this.#answering) answer.line()
    showSources(result, { terminal: answer, numberOf: (id) => this.#numberOf(id), locate })
    if (!progress) return
    const lines = linesOf(usageOf(result), progress.width - USAGE.length)
    progress.line(`\n${progress.style('bold', USAGE.trimEnd())}  ${lines.join(`\n${' '.repeat(USAGE.length)}`)}`)
  }

  /** The number shown after the claim of a citation. */
  #numberOf(id: string): number {
    const number = this.#numbers.get(id) ?? this.#numbers.size + 1
    this.#numbers.set(id, number)
    return number
  }
}

function outcomeOf(result: Record<string, unknown>): string {
  if (Array.isArray(result['documents'])) return `${result['documents'].length} found`
  // Another service may tell less of what it read.
  return typeof result['sentences'] === 'number' ? several(result['sentences'], 'sentence') : 'done'
}

/** A text in lines of a width. */
function linesOf(text: string, width: number): string[] {
  const pieces: string[] = []
  const wrapper = new Wrapper((piece) => pieces.push(piece), width)
  wrapper.push(text)
  wrapper.end()
  return pieces
    .join('')
    .split('\n')
    .map((line) => line.trimEnd())
}

function usageOf({ citations, usage }: ResearchResult): string {
  const isQuoted = citations.every(({ verification }) => verification?.method === 'verbatim')
  const unverified = citations.filter((citation) => !citation.verified).length
  const counted = several(citations.length, isQuoted ? 'quotation' : 'citation')
  const checked = unverified === 0 ? counted : `${counted}, ${unverified} of them not confirmed (marked ?)`
  return [
    several(usage.iterations, 'iteration'),
    several(usage.tool_calls, 'tool call'),
    several(usage.sources_cited, 'source'),
    citations.length === 0 ? 'no citations' : checked,
    `about ${usage.total_tokens} tokens`,
    `${(usage.latency_ms / 1000).toFixed(2)} s`,
  ].join(' · ')
}

function several(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
