/** A space between two sentences, or the two line breaks between paragraphs. */
const GAP = 2

/** Whether a stretch of a text follows another with nothing but white space between them. */
export function follows(before: { end: number }, after: { start: number }): boolean {
  return after.start >= before.end && after.start - before.end <= GAP
}
