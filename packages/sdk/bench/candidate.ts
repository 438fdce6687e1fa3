/** What a consumer has counted. */
export interface Count {
  events: number
  textLength: number
}

/** One way to read a stream. */
export interface Candidate {
  /** Wants an `event:` line before each event. */
  readonly named?: boolean
  read(response: Response): Promise<Count>
}

/** What every candidate's consumer does with an event. */
export function count(total: Count, event: { type: unknown; data: unknown }): void {
  total.events += 1
  if (event.type === 'research.answer.delta') total.textLength += (event.data as { content: string }).content.length
}
