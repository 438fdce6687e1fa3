/** UTF-16 units that are looked back over: no indentation is longer. */
const LONGEST = 200

/** What stands in a line of a text before a place in it. */
export function lineBefore(text: { slice: (start: number, end: number) => string }, at: number): string {
  const before = text.slice(Math.max(0, at - LONGEST), at)
  return before.slice(before.lastIndexOf('\n') + 1)
}
