/** Stands for a line break in code within a paragraph until it is known whether that is all of the paragraph. */
export const BREAK = '\v'

/** Code in a paragraph as it is shown: a line for each break, whatever white space stands between. */
export function linesOf(code: string): string {
  const lines = code.replace(/[ \t\r\n]+/g, ' ').split(BREAK)
  return lines.map((line) => line.replace(/^ /, '').replaceAll('\u00a0', ' ').trimEnd()).join('\n')
}
