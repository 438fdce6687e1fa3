import { visible } from '#language/visible.ts'

const CONTROL_TOKEN = /<\|[^|>\n]{0,60}\|>|<<\/?SYS>>|\[\/?(?:INST|SYSTEM|SYS)\]|<\/?s>/gi
const ROLE_TAG =
  /<\s*(?:(\/)\s*)?(system|assistant|user|human|developer|tool|function|instructions?|prompt|context|evidence|document|cite)\b([^>]{0,80})>/gi
const ROLE_LABEL = /^([^\S\r\n\u2028\u2029]*(?:#+\s*)?)(system|assistant|user|human|developer|ai)\s*:/gim
const HANDLE = /\[\[|\]\]|[【】]/g

/**
 * Prepares a text for a model, so that nothing in it reads as a control token, a role, or one of our handles. The
 * document itself is unchanged, and what the model writes is checked against that.
 */
export function neutralise(text: string): string {
  return visible(text)
    .replace(CONTROL_TOKEN, ' ')
    .replace(ROLE_TAG, (_tag, slash: string | undefined, name: string) => `(${slash ?? ''}${name})`)
    .replace(ROLE_LABEL, '$1$2 -')
    .replace(HANDLE, '"')
}
