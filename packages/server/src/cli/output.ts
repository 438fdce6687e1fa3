/** Where a command writes its output: a stream of the process. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** The width of a terminal, in characters. */
  readonly columns?: number
}

/** Formats rows for people, one line for each, in columns under a header. Missing values are shown as `-`. */
function table(rows: readonly Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((line) => (line[column] ?? '').length)))
  return cells
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Prints data as JSON for programs, or as a table for people. */
export function print(output: Output, json: boolean, data: object | object[]): void {
  if (json) {
    output.write(`${JSON.stringify(data, null, 2)}\n`)
    return
  }
  const rows = (Array.isArray(data) ? data : [data]) as Record<string, unknown>[]
  output.write(rows.length === 0 ? 'none\n' : `${table(rows)}\n`)
}

function cell(value: unknown): string {
  return value === undefined || value === null ? '-' : String(value)
}
