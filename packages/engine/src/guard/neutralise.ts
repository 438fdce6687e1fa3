import { withoutInvisible } from './hidden-text.ts'

const CONTROL_TOKEN = /<\|[^|>\n]{0,60}\|>|<<\/?SYS>>|\[\/?(?:INST|SYSTEM|SYS)\]|<\/?s>/gi
const ROLE_TAG =
  /<\s*(\/?)\s*(system|assistant|user|human|developer|tool|function|instructions?|prompt|context|evidence|document|cite)\b([^>]{0,80})>/gi
const ROLE_LABEL = /^(\s*(?:#+\s*)?)(system|assistant|user|human|developer|ai)\s*:/gim
const HANDLE = /\[\[|\]\]|[【】]/g

/**
 * A text as a model may see it: nothing in it reads as a model's control token, a role, or one of our own handles. The
 * document itself stays as it is; what the model writes is held against that.
 */
export function neutralise(text: string): string {
  return withoutInvisible(text)
    .replace(CONTROL_TOKEN, ' ')
    .replace(ROLE_TAG, (_tag, slash: string, name: string) => `(${slash}${name})`)
    .replace(ROLE_LABEL, '$1$2 -')
    .replace(HANDLE, '"')
}
