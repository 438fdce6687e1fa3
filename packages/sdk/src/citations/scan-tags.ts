/**
 * An id is at most 256 characters long; otherwise a quotation mark that never comes would hold back the rest of the
 * answer.
 */
const TAG = /<cite id="([^"<>\n]{0,256})">|<\/cite>/
const TAG_BEGUN = /^<cite id="[^"<>\n]{0,256}"?$/

/** Where a tag may begin that the next fragment continues; no tag contains another `<`. */
function beginOfTag(text: string): number {
  const at = text.lastIndexOf('<')
  const rest = text.slice(at)
  const begun = '</cite>'.startsWith(rest) || '<cite id="'.startsWith(rest) || TAG_BEGUN.test(rest)
  return at >= 0 && begun ? at : text.length
}

/**
 * Splits an answer into text and tags while it arrives. Only a suffix that can still become a tag is held back.
 *
 * @param onTag - receives the id of an opening tag, or undefined for a closing tag
 * @returns a function for the next fragment or for the last one, of which nothing is held back
 */
export function scanTags(
  onText: (text: string) => void,
  onTag: (id: string | undefined) => void,
): (fragment: string, isLast?: boolean) => void {
  let held = ''
  return (fragment, isLast) => {
    // Texts and ids alternate, because the expression has one group.
    const parts: (string | undefined)[] = (held + fragment).split(TAG)
    const last = parts.pop() ?? ''
    const end = isLast ? last.length : beginOfTag(last)
    held = last.slice(end)
    parts.push(last.slice(0, end))
    parts.forEach((part, index) => {
      if (index % 2 === 1) onTag(part)
      else if (part) onText(part)
    })
  }
}
