/** What stands above a remark and says of what kind it is. */
const LABEL = '(?:tip|note|caution|warning|important|attention|danger|hint)'
const ALONE = new RegExp(`^(?:\\[!)?(${LABEL})\\]?:?$`, 'i')
const ABOVE = new RegExp(
  `^([^\\S\\n]*)(${LABEL}):?[^\\S\\n]*\\n(?:[^\\S\\n]*\\n)+[^\\S\\n]*(?=[\\p{L}"“'‘(\`/])`,
  'gimu',
)

/** UTF-16 code units. */
export const LONGEST_LABEL = 12

/** The label that a title, or a line, consists of: "Note", "[!NOTE]". */
export function labelIn(title: string): string | undefined {
  const label = ALONE.exec(title.trim())?.[1]
  return label === undefined ? undefined : `${label.charAt(0).toUpperCase()}${label.slice(1).toLowerCase()}`
}

/** A text in which each remark follows its label in one line: a label by itself says nothing. */
export function withLabels(text: string): string {
  return text.replace(ABOVE, '$1$2: ')
}

/** What a button or a fold says of itself, and not of what it holds. */
const FOLD =
  /^(?:click|tap|press|expand|show|hide|toggle|view|see|open|read|more|details?|summary)(?: (?:here|to|for|the|all|me|more|less|details?|expand|show|see|view|open|reveal|toggle|read|collapse|content|code|example))*(?:[.…:!]|\.{3})?$/i

/** Whether the title of a fold says only that there is one: "Click to expand". */
export const isFold = (title: string): boolean => FOLD.test(title.trim())

/** What parts a title from a badge or a link that is not shown. */
const PARTING = /\s+[·•|–—-]+\s*$/u

/** A title in words alone. */
export const plainTitle = (title: string): string => title.replaceAll('`', '').replace(PARTING, '')
