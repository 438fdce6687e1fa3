/** Whether one stretch of a text follows another with nothing but white space or a mark between them. */
export function adjoins(before: { end: number }, after: { start: number }): boolean {
  const gap = after.start - before.end
  return gap >= 0 && gap <= 2
}
