/** What stands above a remark and says of what kind it is. */
const LABEL = '(?:tip|note|caution|warning|important|attention|danger|hint)'
const ALONE = new RegExp(`^(${LABEL}):?$`, 'i')
/** "[!NOTE]", "[!bug]- Title", and with the mark of the next line's quote where a formatter has joined the two: "[!NOTE] > It lifts." */
const ALERT = /^\[!([A-Za-z][\w-]{0,30})\][+-]?(?:[^\S\n]*>)?(?=\s|$)(?:[^\S\n]+(\S[^\n]*))?/

/** UTF-16 code units. */
export const LONGEST_LABEL = 12

const inTitleCase = (label: string) => `${label.charAt(0).toUpperCase()}${label.slice(1).toLowerCase()}`

/** The label that a title consists of: "Note". */
export function labelIn(title: string): string | undefined {
  const label = ALONE.exec(title.trim())?.[1]
  return label === undefined ? undefined : inTitleCase(label)
}

/** The beginning of a quotation with its title, if it goes on, or else its label in words: "Note:" for "[!NOTE]". */
export function withAlertLabel(text: string, goesOn: boolean): string {
  return text.replace(ALERT, (_, label: string, words?: string) => {
    if (words === undefined) return `${inTitleCase(label)}:`
    return goesOn ? `${words}:` : `${inTitleCase(label)}: ${words}`
  })
}

/** What a button or a fold says of itself, and not of what it holds. */
const FOLD =
  /^(?:click|tap|press|expand|show|hide|toggle|view|see|open|read|more|details?|summary)(?: (?:here|to|for|the|all|me|more|less|details?|expand|show|see|view|open|reveal|toggle|read|collapse|content|code|example))*(?:[.…:!]|\.{3})?$/i

/** Whether the title of a fold says only that there is one: "Click to expand". */
export const isFold = (title: string): boolean => FOLD.test(title.trim())

/** What parts a title from a badge or a link that is not shown. */
const PARTING = /(?<!\s)\s+[·•|–—-]+\s*$/u

/** A title in words alone. */
export const plainTitle = (title: string): string => title.replaceAll('`', '').replace(PARTING, '')
