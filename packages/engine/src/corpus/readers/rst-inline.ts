/** What marks words within a line, each of which is looked for once: none stands in another. */
const MARKED = new RegExp(
  [
    /\\(?<escaped>[\s\S])/,
    /``(?<literal>[^`](?:[^`]|`(?!`)){0,2000})``/,
    /(?<![\w:])(?::(?<role>[\w:+.-]{1,60}):)?`(?<words>[^`]{1,2000})`_{0,2}/,
    /\*\*(?<strong>[^*]{1,2000})\*\*/,
    /(?<![\w*])\*(?<stressed>[^*\s][^*]{0,2000})\*(?![\w*])/,
    /\s?\[(?:\d{1,4}|#[\w.-]{0,60}|\*)\]_(?!\w)/,
    /(?<cited>\[[\w.-]{1,60}\])_(?!\w)/,
    /(?<![\w`])(?<named>[\p{L}\d][\p{L}\d.+-]{0,60})_{1,2}(?!\w)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)
/** "the site <https://example.org>" shows what stands before the place that it leads to. */
const LEADS = /^([^<]*\S)\s*<[^>]*>$/
/** Roles of words that are no names in a program. */
const OF_WORDS = new Set('ref doc term numref abbr menuselection guilabel emphasis strong title cite index'.split(' '))

/** The words of reStructuredText as they are shown, without the markup within lines. */
export function withoutMarkup(text: string): string {
  return text.replace(MARKED, (...found) => {
    const { escaped, literal, role, words, strong, stressed, cited, named } = found.at(-1) as Record<
      string,
      string | undefined
    >
    if (literal !== undefined) return `\`${literal}\``
    if (words !== undefined) return shownBy(words, role)
    return (escaped?.trim() || strong || stressed || cited || named) ?? ''
  })
}

/** What a reader sees of words in a role: of "~logging.Logger" the last part. */
function shownBy(words: string, role: string | undefined): string {
  const shown = LEADS.exec(words)?.[1] ?? words
  if (role === 'pep' || role === 'rfc') return `${role.toUpperCase()} ${shown}`
  if (role === undefined || OF_WORDS.has(role.split(':').at(-1) ?? '')) return shown
  const name = shown.startsWith('~') ? shown.slice(shown.lastIndexOf('.') + 1) : shown
  return `\`${name.replace(/^[~!]/, '')}\``
}
