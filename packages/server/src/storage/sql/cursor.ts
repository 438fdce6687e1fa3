/** The parts of a cursor, of which all but the second must be numbers; empty if the text is not a cursor. */
export function readCursor(text: string | undefined, length: number): string[] {
  const parts = text?.split('.') ?? []
  const sound = parts.length === length && parts.every((part, index) => index === 1 || /^\d{1,15}$/.test(part))
  return sound ? parts : []
}

/** Makes a page from one row more than its limit; the extra row shows whether there is a next page. */
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
