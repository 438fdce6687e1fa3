/** Attributes of an element, by their names in lower case. */
export type Attributes = Readonly<Record<string, string>>

/** Elements that hold the page itself, whatever their class says. */
const PAGE = new Set(['html', 'body', 'main', 'article'])
const NAVIGATION =
  /(?:^|\s)(?:(?:doc|main|page|side|site|sub|top)?nav(?:bar|header|footer|igation|-panel)?|(?:mini-|section-)?toc|nav[-_]table|table-of-contents|bread-?crumbs?|pagination|pager|skip-link|menu|toctree-wrapper|sphinxsidebar|footer-relations|rst-footer-buttons|index-[a-z]{2}|printindex|(?:\w+-)?entries-printindex|(?:gen)?indextable|indexdiv)(?=\s|$)/i
/** A box beside the text, as DocBook and Sphinx make it, whose title stands in a paragraph of the class `title` or `admonition-title`. */
const BOX = /(?:^|\s)(?:sidebar|admonition)(?=\s|$)/i
/** Notes at the foot of a page, which may be of any of its sections. */
const NOTES = /(?:^|\s)(?:foot|end)notes?(?=\s|$)/i
const FOOTER = /(?:^|\s)(?:page-?|site-?)?footer(?=\s|$)/i
/** The title of a box. */
const TITLE = /(?:^|\s)(?:admonition-)?title(?=\s|$)/i

/** What the class of an element says of it. */
interface ClassRoles {
  isNavigation: boolean
  isFooter: boolean
  isBox: boolean
  isNotes: boolean
  isTitle: boolean
}

function readClass(names: string): ClassRoles {
  return {
    isNavigation: NAVIGATION.test(names),
    isFooter: FOOTER.test(names),
    isBox: BOX.test(names),
    isNotes: NOTES.test(names),
    isTitle: TITLE.test(names),
  }
}

const NO_CLASS = readClass('')
/** The classes of most sites are a few hundred. */
const MOST_CLASSES = 2_000
/** UTF-16 units: a longer class is made for one element. */
const LONGEST_CLASS = 100
const known = new Map<string, ClassRoles>()

/** A page has few classes and many elements: what a class says is read once. */
function rolesOf(names: string | undefined): ClassRoles {
  if (names === undefined || names === '') return NO_CLASS
  const found = known.get(names)
  if (found !== undefined) return found
  const roles = readClass(names)
  if (names.length > LONGEST_CLASS) return roles
  if (known.size >= MOST_CLASSES) known.clear()
  known.set(names, roles)
  return roles
}

/** What the name of an element says of it. */
interface Nature {
  isBlock: boolean
  /** Stands within a word or a line, and parts no code from code. */
  isWithinWords: boolean
  /** At the beginning of an item it is the term that the item explains. */
  isTerm: boolean
  isInlineCode: boolean
  /** The level of a heading. */
  heading: number | undefined
}

const BLOCKS =
  'address article blockquote body center dd details div dl dt fieldset figcaption figure header hgroup hr legend main ol p pre section summary table caption thead tbody tfoot ul'
/** Code within a line, which Markdown writes in backticks. */
const INLINE_CODE = 'code kbd samp tt'
const TERMS = `b strong dfn ${INLINE_CODE}`
const WITHIN_WORDS = `a abbr em font i mark ruby small span sub sup u var wbr ${TERMS}`

const NO_NATURE: Nature = {
  isBlock: false,
  isWithinWords: false,
  isTerm: false,
  isInlineCode: false,
  heading: undefined,
}
const NATURES = naturesByName()

function naturesByName(): ReadonlyMap<string, Nature> {
  const found = new Map<string, Nature>()
  const add = (names: string, nature: Partial<Nature>) => {
    for (const name of names.split(' ')) found.set(name, { ...(found.get(name) ?? NO_NATURE), ...nature })
  }
  add(BLOCKS, { isBlock: true })
  add(WITHIN_WORDS, { isWithinWords: true })
  add(TERMS, { isTerm: true })
  add(INLINE_CODE, { isInlineCode: true })
  for (let level = 1; level <= 6; level += 1) add(`h${level}`, { heading: level })
  return found
}

/** An element of a page, and what its name and its attributes make it. */
export class PageElement {
  readonly name: string
  readonly attributes: Attributes
  readonly nature: Nature
  /** What leads the reader to other places. */
  readonly isNavigation: boolean
  readonly #roles: ClassRoles

  constructor(name: string, attributes: Attributes) {
    const roles = rolesOf(attributes['class'])
    this.name = name
    this.attributes = attributes
    this.nature = NATURES.get(name) ?? NO_NATURE
    this.#roles = roles
    this.isNavigation = (roles.isNavigation || isAround(name, attributes, roles)) && !PAGE.has(name)
  }

  get isNotes(): boolean {
    const { name } = this
    return this.#roles.isNotes && (name === 'div' || name === 'section' || name === 'ol')
  }

  /** Whether it stands beside the text, or folds a part of it away, under a title of its own. */
  get isBox(): boolean {
    return this.name === 'details' || (this.#roles.isBox && this.name === 'div')
  }

  /** Whether it is the title of a box, if it stands in one. */
  get isBoxTitle(): boolean {
    return this.name === 'summary' || (this.#roles.isTitle && this.name === 'p')
  }
}

/** Whether an element leads through its site. */
function isAround(name: string, { role, id }: Attributes, { isFooter }: ClassRoles): boolean {
  if (role === 'navigation' || role === 'contentinfo') return true
  return name === 'div' && (isFooter || (id !== undefined && FOOTER.test(id)))
}
