/** One element's part of a selector: what it must be called and carry. */
export interface Compound {
  tag: string | undefined
  ids: readonly string[]
  classes: readonly string[]
  attributes: readonly { name: string; operator: string; value: string }[]
  /** It is the parent of the next one, and not any element around it. */
  isParent: boolean
}

/** A selector, its innermost element last. */
export interface Selector {
  compounds: readonly Compound[]
  /** Of two rules for one element the one that weighs more holds. */
  weight: number
}

/** An element as selectors see it. */
export interface SeenElement {
  name: string
  id: string
  classes: ReadonlySet<string>
  attributes: Readonly<Record<string, string>>
}

const SIMPLE =
  /([a-z][\w-]*|\*)|#([\w-]+)|\.([\w-]+)|\[\s*([\w:-]+)\s*(?:([~|^$*]?=)\s*["']?([^"'\]]{0,100})["']?\s*(?:[is]\s*)?)?\]/iy
/** Longer or deeper ones are no person's. */
const LONGEST = 300
const DEEPEST = 8

/** Reads a selector of names, classes, ids and attributes, of descendants and children; undefined for any other. */
export function readSelector(text: string): Selector | undefined {
  const parts =
    text.length > LONGEST
      ? []
      : text
          .replace(/\s*>\s*/g, ' >')
          .trim()
          .split(/\s+(?![^[]*\])/)
  if (parts.length === 0 || parts.length > DEEPEST) return undefined
  const compounds: Compound[] = []
  for (const part of parts) {
    const isChild = part.startsWith('>')
    const compound = readCompound(isChild ? part.slice(1) : part)
    if (!compound) return undefined
    const before = compounds.at(-1)
    if (isChild && before) compounds[compounds.length - 1] = { ...before, isParent: true }
    compounds.push(compound)
  }
  const weight = compounds.reduce(
    (sum, { tag, ids, classes, attributes }) =>
      sum + 10_000 * ids.length + 100 * (classes.length + attributes.length) + (tag === undefined ? 0 : 1),
    0,
  )
  return { compounds, weight }
}

function readCompound(text: string): Compound | undefined {
  const ids: string[] = []
  const classes: string[] = []
  const attributes: { name: string; operator: string; value: string }[] = []
  let tag: string | undefined
  // `:root` is the page itself.
  const plain = text.replace(/^:root$/, 'html')
  for (SIMPLE.lastIndex = 0; SIMPLE.lastIndex < plain.length; ) {
    const [, name, id, className, attribute, operator = '', value = ''] = SIMPLE.exec(plain) ?? []
    if (name !== undefined) tag = name === '*' ? undefined : name.toLowerCase()
    else if (id !== undefined) ids.push(id)
    else if (className !== undefined) classes.push(className)
    else if (attribute !== undefined) attributes.push({ name: attribute.toLowerCase(), operator, value })
    else return undefined
  }
  return text === '' ? undefined : { tag, ids, classes, attributes, isParent: false }
}

/** Whether the last of the open elements is one that a selector means. */
export function matches({ compounds }: Selector, open: readonly SeenElement[]): boolean {
  let last = compounds.length - 1
  // Elements that are each other's parents are found together; the innermost place leaves most room for those further out.
  for (let place = open.length - 1; place >= 0; place -= 1) {
    const first = firstOfFamily(compounds, last)
    const found = compounds.slice(first, last + 1).every((compound, at) => {
      const element = open[place - (last - first) + at]
      return element !== undefined && fits(compound, element)
    })
    if (found && first === 0) return true
    if (found) {
      place -= last - first
      last = first - 1
    } else if (last === compounds.length - 1) return false
  }
  return false
}

/** The outermost of the compounds that are parents of one another down to one. */
function firstOfFamily(compounds: readonly Compound[], last: number): number {
  let first = last
  while (compounds[first - 1]?.isParent) first -= 1
  return first
}

function fits({ tag, ids, classes, attributes }: Compound, element: SeenElement): boolean {
  if (tag !== undefined && tag !== element.name) return false
  if (!ids.every((id) => id === element.id) || !classes.every((name) => element.classes.has(name))) return false
  return attributes.every(({ name, operator, value }) => holds(element.attributes[name], operator, value))
}

function holds(own: string | undefined, operator: string, value: string): boolean {
  if (own === undefined) return false
  switch (operator) {
    case '':
      return true
    case '=':
      return own === value
    case '~=':
      return own.split(/\s+/).includes(value)
    case '|=':
      return own === value || own.startsWith(`${value}-`)
    case '^=':
      return own.startsWith(value)
    case '$=':
      return own.endsWith(value)
    default:
      return own.includes(value)
  }
}
