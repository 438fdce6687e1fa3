import MarkdownIt from 'markdown-it'

/**
 * How answers are read, wherever they are shown: HTML in an answer is text, links lead to the web alone, and pictures
 * are not loaded.
 */
export function createMarkdown(): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt({ html: false, linkify: false, breaks: false }).disable('image')
  markdown.validateLink = (url) => /^https?:\/\//i.test(url)
  markdown.core.ruler.push('attributes', ({ tokens }) => {
    for (const token of tokens) {
      // The content security policy of the pages allows no `style` attributes.
      if (String(token.attrGet('style')).includes('right')) token.attrs = [['class', 'number']]
      else if (token.attrGet('style')) token.attrs = null
      for (const child of token.children ?? []) {
        if (child.type !== 'link_open') continue
        child.attrSet('rel', 'noopener noreferrer')
        child.attrSet('target', '_blank')
      }
    }
  })
  return markdown
}
