import type { ResearchMessageChunk } from './chunk.ts'

type Kind = 'text' | 'reasoning'

const OURS = { dynamic: true, providerExecuted: true } as const

const IDS = { text: 'answer', reasoning: 'thinking' } as const

/** The parts of a message that are open: one text or reasoning at a time, and any number of tool calls. */
export class Parts {
  /** Makes an id that no other research has in the same message. */
  readonly #unique: (name: string) => string
  #open: { readonly kind: Kind; readonly id: string } | undefined
  readonly #begun = { text: 0, reasoning: 0 }
  readonly #calls = new Set<string>()

  constructor(unique: (name: string) => string) {
    this.#unique = unique
  }

  /** A piece of a text; a part must end before another begins. */
  delta(kind: Kind, delta: string): ResearchMessageChunk[] {
    if (delta === '') return []
    if (this.#open?.kind === kind) return [{ type: `${kind}-delta`, id: this.#open.id, delta }]
    const ended = this.end()
    this.#begun[kind] += 1
    const id = this.#unique(`${IDS[kind]}_${this.#begun[kind]}`)
    this.#open = { kind, id }
    return [...ended, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }]
  }

  /** Ends the text or the reasoning. */
  end(): ResearchMessageChunk[] {
    const open = this.#open
    this.#open = undefined
    return open === undefined ? [] : [{ type: `${open.kind}-end`, id: open.id }]
  }

  /** Begins a tool call. */
  call(name: string, toolName: string, input: unknown): ResearchMessageChunk[] {
    const toolCallId = this.#unique(name)
    this.#calls.add(toolCallId)
    return [...this.end(), { type: 'tool-input-available', toolCallId, toolName, input, ...OURS }]
  }

  /** Ends a tool call, if it began: a message cannot have the end of another. */
  answer(name: string, result: { output: unknown } | { errorText: string }): ResearchMessageChunk[] {
    const toolCallId = this.#unique(name)
    if (!this.#calls.delete(toolCallId)) return []
    return 'errorText' in result
      ? [{ type: 'tool-output-error', toolCallId, errorText: result.errorText, ...OURS }]
      : [{ type: 'tool-output-available', toolCallId, output: result.output, ...OURS }]
  }

  /** Ends everything, as nothing more will come; a page would show a cursor and a spinner for ever. */
  close(errorText: string): ResearchMessageChunk[] {
    const calls = [...this.#calls]
    this.#calls.clear()
    return [
      ...this.end(),
      ...calls.map((toolCallId) => ({ type: 'tool-output-error', toolCallId, errorText, ...OURS }) as const),
    ]
  }
}
