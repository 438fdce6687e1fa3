/**
 * What calls of `RegExp` in functions are given, file by file: words as those that come there, which are enough to see what a
 * pattern does around them. What a call builds while its module is loaded, or without any part of a function, needs none.
 */
export const PARTS: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  'packages/engine/src/corpus/readers/mdx.ts': [{ mark: '`' }, { mark: '```' }],
  'packages/engine/src/corpus/formats/pdf-outline.ts': [{ words: ['Safety', 'of', 'Locks'] }],
  'packages/engine/src/depth/base-words.ts': [{ letters: 'ship' }],
  'packages/engine/src/depth/holds-whole.ts': [{ names: ['Ann Lee', 'Delft'] }],
  'packages/engine/src/depth/joined-words.ts': [{ first: 'sea', second: 'grass' }],
  'packages/engine/src/depth/other-names.ts': [{ words: ['World', 'Health', 'Organization'] }],
  'packages/engine/src/depth/period.ts': [{ words: ['last', 'year'] }],
  'packages/engine/src/depth/short-forms.ts': [
    { letters: 'WHO', run: [{ raw: 'World' }, { raw: 'Health' }, { raw: 'Organization' }] },
  ],
  'packages/engine/src/language/symbols.ts': [
    { beside: '[^\\s\\p{L}\\p{N}"\'`(),.;:!?]', longestFirst: ['<%=', '\\*\\*'] },
  ],
  'packages/engine/src/question/needs.ts': [{ stem: 'default' }],
  'packages/server/src/jobs/redis/eviction.ts': [{ name: 'maxmemory' }],
  'packages/sdk/src/citations/markdown.ts': [{ width: 4 }],
}

/** Asks for kinds of questions in each language, none of which these are, and looks for words in a file. */
export async function buildOthers(): Promise<void> {
  const { askedAs } = await import('../../packages/engine/src/question/kinds.ts')
  for (const language of ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ru'] as const) askedAs('Coral', language)
  askedAs('珊瑚')
  const { linesOf } = await import('../../packages/server/src/cli/research/quoted-lines.ts')
  linesOf('Corals grow in the sea.', [{ words: 'Corals grow in the sea and live for years', start: 0 }])
}
