/** The simplest stemmer: lower-case words. */
export function words(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

/** An index whose terms it makes. */
export const WORDS = { thread: new URL('./words-thread.ts', import.meta.url), stemVersion: 'words' }
