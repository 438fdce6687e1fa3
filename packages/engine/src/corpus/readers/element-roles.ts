/** Attributes of an element, by their names in lower case. */
export type Attributes = Readonly<Record<string, string>>

/** Elements that hold the page itself, whatever their class says. */
const PAGE = new Set(['html', 'body', 'main', 'article'])
const NAVIGATION =
  /(?:^|\s)(?:(?:doc|main|page|side|site|sub|top)?nav(?:bar|header|footer|igation|-panel)?|(?:mini-|section-)?toc|nav[-_]table|table-of-contents|bread-?crumbs?|pagination|pager|skip-link|menu|toctree-wrapper|sphinxsidebar|footer-relations|rst-footer-buttons|index-[a-z]{2}|printindex|(?:\w+-)?entries-printindex|(?:gen)?indextable|indexdiv)(?=\s|$)/i
/** A box beside the text, as DocBook and Sphinx make it, whose title stands in a paragraph of the class `title` or `admonition-title`. */
const BOX = /(?:^|\s)(?:sidebar|admonition)(?=\s|$)/i
/** Elements that show code, however it is marked in them. */
const EXAMPLE = /(?:^|\s)(?:example|listing|code-?block|screen|console)(?=\s|$)/i
/** Notes at the foot of a page, which may be of any of its sections. */
const NOTES = /(?:^|\s)(?:foot|end)notes?(?=\s|$)/i
const FOOTER = /(?:^|\s)(?:page-?|site-?)?footer(?=\s|$)/i
/** Rows of a table of questions and their answers, as DocBook makes it. */
const ASKED = /(?:^|\s)(question|answer)(?=\s|$)/

/** Whether a row of a table holds a question, which heads what follows, or the answer to it. */
export function askedIn(name: string, { class: names = '' }: Attributes): 'question' | 'answer' | undefined {
  const found = name === 'tr' && names !== '' ? ASKED.exec(names)?.[1] : undefined
  return found === 'question' || found === 'answer' ? found : undefined
}

export function isNotes(name: string, { class: names = '' }: Attributes): boolean {
  return (name === 'div' || name === 'section' || name === 'ol') && names !== '' && NOTES.test(names)
}

export function isExample(name: string, { class: names = '' }: Attributes): boolean {
  return name === 'div' && names !== '' && EXAMPLE.test(names)
}

export function isNavigation(name: string, { class: names = '', role = '', id = '' }: Attributes): boolean {
  const isAround =
    role === 'navigation' || role === 'contentinfo' || (name === 'div' && (FOOTER.test(id) || FOOTER.test(names)))
  return !PAGE.has(name) && (isAround || (names !== '' && NAVIGATION.test(names)))
}

/** Whether an element stands beside the text, or folds a part of it away, under a title of its own. */
export function isBox(name: string, { class: names = '' }: Attributes): boolean {
  return name === 'details' || (name === 'div' && names !== '' && BOX.test(names))
}
