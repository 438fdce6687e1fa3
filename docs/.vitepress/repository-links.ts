import type { MarkdownRenderer } from 'vitepress'

/** Files of the repository that are pages of the site. */
const PAGES: Record<string, string> = {
  'README.md': './quickstart.md',
  'CONTRIBUTING.md': './contributing.md',
  'packages/sdk/README.md': './sdk.md',
  'packages/mock/README.md': './testing.md',
}

/**
 * Lets links between files of the repository work in the site: to a page where the file is one, else to the file in the
 * published repository. Without a repository such a link is shown as text.
 */
export function repositoryLinks(markdown: MarkdownRenderer, repository: string | undefined): void {
  markdown.core.ruler.push('repository-links', ({ tokens }) => {
    for (const { children } of tokens) {
      let isText = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = String(token.attrGet('href') ?? '')
          const target = resolveLink(href, repository)
          isText = target === undefined
          token.attrSet('href', target ?? '')
        }
        if (isText && /^link_(open|close)$/.test(token.type)) {
          isText = token.type === 'link_open'
          Object.assign(token, { type: 'text', tag: '', nesting: 0, content: '' })
        }
      }
    }
  })
}

/** Where a link of a page leads in the site; undefined if it leads nowhere. */
export function resolveLink(href: string, repository: string | undefined): string | undefined {
  const inDocs = /^(?:\.\.\/)*docs\/(.*)$/.exec(href)
  if (inDocs) return `./${inDocs[1]}`
  const [, file, anchor = ''] =
    /^(?:\.\.\/)*((?:packages|deploy|examples|scripts)\/[^#]*|[A-Z_]+\.md)(#.*)?$/.exec(href) ?? []
  if (file === undefined) return href
  const page = PAGES[file]
  if (page !== undefined) return `${page}${anchor}`
  return repository === undefined ? undefined : `${repository}/blob/main/${file}${anchor}`
}
