declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it'
  // biome-ignore lint/style/noDefaultExport: as the package has it.
  export default function footnotes(parser: MarkdownIt): void
}

declare module 'markdown-it-deflist' {
  import type { MarkdownIt } from 'markdown-it'
  // biome-ignore lint/style/noDefaultExport: as the package has it.
  export default function definitions(parser: MarkdownIt): void
}
