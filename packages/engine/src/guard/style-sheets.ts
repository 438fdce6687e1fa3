import { type Colour, contrast } from './colours.ts'
import { type Looks, looksOf } from './hidden-text.ts'
import { matches, type SeenElement } from './selectors.ts'
import { type StyleRule, styleRules } from './style-rules.ts'

/** Told of each element as it opens and as it closes. */
export interface Visibility {
  /** Whether the element's text is not shown. */
  open(name: string, attributes: Readonly<Record<string, string>>): boolean
  close(): void
}

interface Drawn {
  opacity: number
  colour: Colour
  /** Undefined: a picture, or not known. */
  ground: Colour | undefined
}

const PAGE: Drawn = {
  opacity: 1,
  colour: { rgb: [0, 0, 0], alpha: 1 },
  ground: { rgb: [255, 255, 255], alpha: 1 },
}
/** Text that lets more than this of its ground through, or stands out less from it, is not read. */
const FAINTEST = 0.15
const LEAST_CONTRAST = 1.2

/** Steps of comparing selectors with open elements: honest pages take some millions. */
const MOST_STEPS = 10_000_000

/** The page's style sheets ask for more work than they are worth. */
export class StyleWorkError extends Error {
  override readonly name = 'StyleWorkError'
  constructor() {
    super('has more style rules than can be applied')
  }
}

/**
 * Tells of a page's elements whether its own style sheets or their styles hide them. Style sheets of other addresses are
 * not known, nor are scripts, siblings and states such as `:hover`. What a reader opens with a click is not hidden.
 * `open` throws a `StyleWorkError` when that takes too much work.
 */
export function visibilityOf(html: string): Visibility {
  const rulesFor = byInnermost(styleRules(html))
  const open: SeenElement[] = []
  const drawn: Drawn[] = [PAGE]
  let steps = 0
  return {
    open(name, attributes) {
      const { id = '', class: names = '', style } = attributes
      const element = { name, id, classes: new Set(names.split(/\s+/).filter((one) => one !== '')), attributes }
      open.push(element)
      const near = rulesFor(element)
      steps += near.length * open.length
      if (steps > MOST_STEPS) throw new StyleWorkError()
      const rules = near.filter(({ selector }) => matches(selector, open))
      const own = style === undefined ? undefined : looksOf(style)
      rules.sort((a, b) => a.selector.weight - b.selector.weight || a.order - b.order)
      const all: Looks = Object.assign({}, ...rules.map(({ looks }) => looks), own)
      const around = drawn.at(-1) ?? PAGE
      const now = drawnWith(all, around)
      drawn.push(now)
      return isHidden(all, now)
    },
    close() {
      open.pop()
      if (drawn.length > 1) drawn.pop()
    },
  }
}

function drawnWith(looks: Looks, around: Drawn): Drawn {
  const ground = 'ground' in looks ? looks.ground : around.ground
  return {
    opacity: around.opacity * (looks.opacity ?? 1),
    colour: looks.colour ?? around.colour,
    ground: ground?.alpha === 0 ? around.ground : ground,
  }
}

function isHidden(looks: Looks, { opacity, colour, ground }: Drawn): boolean {
  if (looks.undisplayed || looks.invisible || looks.away) return true
  if (opacity < FAINTEST || colour.alpha < FAINTEST) return true
  const isColoured = looks.colour !== undefined || 'ground' in looks
  return isColoured && ground !== undefined && contrast(colour, ground) < LEAST_CONTRAST
}

/** Rules by what their innermost element must carry, so that an element is held against few of them. */
function byInnermost(rules: readonly StyleRule[]): (element: SeenElement) => StyleRule[] {
  const known = Map.groupBy(rules, ({ selector }) => {
    const { ids = [], classes = [], tag } = selector.compounds.at(-1) ?? {}
    return ids[0] === undefined ? (classes[0] === undefined ? (tag ?? '*') : `.${classes[0]}`) : `#${ids[0]}`
  })
  return ({ name, id, classes }) =>
    ['*', name, `#${id}`, ...[...classes].map((one) => `.${one}`)].flatMap((key) => known.get(key) ?? [])
}
