import { Parser } from 'htmlparser2'

/** The text of a snippet that may come with tags and entities; white space collapses. */
export function plainText(html: string): string {
  let text = ''
  const parser = new Parser(
    {
      ontext: (part) => {
        text += part
      },
    },
    { decodeEntities: true },
  )
  parser.write(html)
  parser.end()
  return text.replace(/\s+/g, ' ').trim()
}
