const MARKER = /^(?:[-*+•‣◦–—○●▪▫■□☆★◆◇·]|o(?=\s\s)|\(?(\d{1,3})[.)]|\(?[a-zA-Z][.)])\s+(?=\S)/

/** A list item's marker, with the white space behind it. */
export interface ListMarker {
  length: number
  number?: number
}

/** The marker that a line without its indentation begins with. */
export function listMarkerOf(line: string): ListMarker | undefined {
  const found = MARKER.exec(line)
  if (found === null) return undefined
  return { length: found[0].length, ...(found[1] === undefined ? {} : { number: Number(found[1]) }) }
}
