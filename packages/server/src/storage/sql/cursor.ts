/** The parts of a cursor, or none where it is not one: numbers at the first and any further but the second place. */
export function readCursor(text: string | undefined, length: number): string[] {
  const parts = text?.split('.') ?? []
  const sound = parts.length === length && parts.every((part, index) => index === 1 || /^\d{1,15}$/.test(part))
  return sound ? parts : []
}

/** One page of a list, of whose rows one more than its limit was read. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  cursor: (row: Row) => (string | number)[],
): { items: Item[]; next: string | undefined } {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(toItem), next: last && cursor(last).join('.') }
}
