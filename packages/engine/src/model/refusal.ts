const REFUSAL =
  /^\W*(?:i(?:'| a)?m sorry|i apologi[sz]e|sorry,? (?:but )?i|i (?:can(?:no|'|’)t|am unable|am not able|won(?:'|’)t|will not|must decline)|as an ai\b|as a (?:large )?language model)/i

/** Whether a text is one with which a model declines to answer. English. */
export function isRefusal(text: string): boolean {
  return REFUSAL.test(text)
}
