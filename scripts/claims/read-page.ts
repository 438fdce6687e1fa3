/** A table of a page: the heading that it stands under, and which one of that section it is, from 1. */
export interface Table {
  readonly heading: string
  readonly place: number
}

function withoutCode(page: string): string {
  return page.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
}

/** A page's prose without its code, pictures, tables and headings; each item of a list is a paragraph of its own. */
function paragraphsOf(page: string): string[] {
  const prose = withoutCode(page).replaceAll(/^(?:#|\||!\[|<!--|---).*$/gm, '\n')
  return prose.replaceAll(/^(\s*)(?:[-*]|\d+\.) /gm, '\n\n').split(/\n{2,}/)
}

/** A text in one line, with the names of links but not where they lead. */
function plain(text: string): string {
  const named = text.replaceAll(/\[((?:[^\][]|\[[^\]]*\])*)\]\([^()\s]*\)/g, '$1')
  return named.replaceAll(/\s+/g, ' ').trim()
}

/** Each paragraph of a page in one line, without the addresses of links. */
export function textsOf(page: string): string[] {
  return paragraphsOf(page).map(plain)
}

/** What a sentence begins with that asks something of the reader. */
const ASKS =
  /^\W*(?:Add|Answer|Append|Back|Begin|Check|Copy|Describe|Give|Ignore|Install|Keep|Listen|Make|Name|Never|Next|Put|Read|Register|Report|Run|Say|Send|Set|Suppose|Take|Test|Then|Use|Watch|You need)\b/

/** A sentence that only says where to read on. */
const LEADS_ELSEWHERE = /^(?:\[|More in )|, see \[|, take \[/

/** The name of what follows, such as "**Resume.**". */
const TITLE = /^\*\*[^*]*\*\*$/

/** A list of what the reader has to see to. */
const CHECKLIST = /^## .*checklist\n[\s\S]*?(?=^## |(?![\s\S]))/gm

/** The sentences of a page that state something: they neither ask, nor name or introduce what follows. */
export function statementsOf(page: string): string[] {
  return paragraphsOf(page.replaceAll(CHECKLIST, ''))
    .flatMap((text) =>
      text
        .replaceAll(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?:][”"*`)]*) (?=[A-Z[`“*(])/),
    )
    .filter((text) => text !== '' && !text.endsWith(':') && !LEADS_ELSEWHERE.test(text))
    .map(plain)
    .filter((text) => !ASKS.test(text) && !TITLE.test(text))
}

/** The tables of a page, in their order. */
export function tablesOf(page: string): Table[] {
  const tables: Table[] = []
  let heading = ''
  let before = ''
  for (const line of withoutCode(page).split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '')
    if (line.startsWith('|') && !before.startsWith('|')) {
      tables.push({ heading, place: 1 + tables.filter((one) => one.heading === heading).length })
    }
    before = line
  }
  return tables
}
