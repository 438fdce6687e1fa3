/** What a picture of a terminal shows from the answer on, without how long things took, which is never the same. */
export function answerIn(svg: string): string {
  const text = svg.replaceAll(/<[^>]*>/g, '')
  return text.slice(text.indexOf('\nAnswer\n')).replaceAll(/\d+(?:\.\d+)? m?s\b/g, '…')
}
