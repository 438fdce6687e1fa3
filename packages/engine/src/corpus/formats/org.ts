import { readMarkdown } from '../readers/markdown.ts'
import { type DocumentMetadata, type DocumentParts, metadataOf } from '../readers/metadata.ts'

const KEYWORD = /^#\+(\w{1,40})(?:\[[^\]]{0,100}\])?:[^\S\n]{0,20}(.{0,1000})$/i
const BEGIN = /^\s{0,100}#\+begin_(\w{1,40})(?:[^\S\n]{1,20}(\S{1,100}))?/i
const END = /^\s{0,100}#\+end_/i
const HEADING = /^(\*{1,12})\s(.{0,1000})$/
const TAGS = /^:[\w@#%:]{1,200}:$/
const DRAWER = /^\s{0,100}:(?:PROPERTIES|LOGBOOK):\s{0,20}$/i
const LINK = /\[\[([^\][]{1,1000})\](?:\[([^\][]{1,1000})\])?\]/g
const MARKED = /(^|[\s(])([*~=])(\S|\S[^\n*~=]{0,500}\S)\2(?=$|[\s.,;:!?)])/g

/** Reads a text of Org mode (https://orgmode.org) as Markdown says the same: what is for the program is left out. */
export async function readOrg(written: string): Promise<DocumentParts> {
  const about: Record<string, string> = {}
  const lines: string[] = []
  let block: string | undefined
  let isDrawer = false
  for (const line of written.replace(/\r\n?/g, '\n').split('\n')) {
    if (block !== undefined) {
      if (END.test(line)) {
        lines.push(block === 'quote' || block === 'verse' || block === 'center' ? '' : '````')
        block = undefined
      } else lines.push(block === 'quote' ? `> ${inline(line.trim())}` : block === 'comment' ? '' : line)
      continue
    }
    if (isDrawer) {
      isDrawer = !/^\s{0,100}:END:/i.test(line)
      continue
    }
    const [, kind, language = ''] = BEGIN.exec(line) ?? []
    if (kind !== undefined) {
      block = kind.toLowerCase()
      const isText = block === 'quote' || block === 'verse' || block === 'center'
      lines.push(isText ? '' : `\n\`\`\`\`${block === 'src' ? language : ''}`)
    } else if (DRAWER.test(line)) isDrawer = true
    else lines.push(...plainLine(line, lines.at(-1), about))
  }
  if (block !== undefined) lines.push('````')
  return { ...(await readMarkdown(lines.join('\n'))), ...aboutOf(about) }
}

function plainLine(line: string, above: string | undefined, about: Record<string, string>): string[] {
  const [, key, value = ''] = KEYWORD.exec(line) ?? []
  if (key !== undefined) {
    about[key.toLowerCase()] ??= value.trim()
    return []
  }
  if (/^\s{0,100}#(?:\s|$)/.test(line)) return []
  const [, stars = '', title = ''] = HEADING.exec(line) ?? []
  if (stars !== '') return ['', `${'#'.repeat(Math.min(6, stars.length))} ${inline(withoutTags(title))}`, '']
  if (/^\s{0,100}\|/.test(line)) return tableLine(line, above)
  return [inline(line.replace(/^(\s{0,100})\+ /, '$1- '))]
}

function withoutTags(title: string): string {
  const at = title.trimEnd().lastIndexOf(' ')
  return TAGS.test(title.slice(at + 1).trim()) ? title.slice(0, at).trim() : title.trim()
}

/** A row of a table: Markdown wants a rule below its first one. */
function tableLine(line: string, above = ''): string[] {
  const row = line.trim()
  const isRule = /^\|-/.test(row)
  if (above.startsWith('|')) return isRule ? [] : [inline(row)]
  if (isRule) return []
  const cells = row.split('|').length - 2
  return ['', inline(row), `|${' --- |'.repeat(Math.max(1, cells))}`]
}

function inline(line: string): string {
  return line
    .replace(LINK, (_, target: string, text?: string) => text ?? target.replace(/^file:/, ''))
    .replace(MARKED, (_, before: string, mark: string, text: string) =>
      mark === '*' ? `${before}**${text}**` : `${before}\`${text}\``,
    )
}

function aboutOf({ title, author, date, language }: Record<string, string>): DocumentMetadata {
  return metadataOf({ title, author, date: date?.replace(/^[<[]|[>\]]$/g, ''), language })
}
