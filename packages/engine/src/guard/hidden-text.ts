import { type Colour, colourOf } from './colours.ts'

/** What a style says of whether a reader sees the text of an element. What it does not say is left out. */
export interface Looks {
  /** Whether nothing is drawn, by `display` and by `visibility`. */
  undisplayed?: boolean
  invisible?: boolean
  /** From 0 to 1. */
  opacity?: number
  /** Off the screen, clipped, or too small to read. */
  away?: true
  colour?: Colour
  /** What is behind the text; undefined where that is a picture or not known. */
  ground?: Colour | undefined
}

/** A longer style than this is no person's. */
const LONGEST_STYLE = 4_000

const FAR = /(?:^|[\s(,])-\d{3,}(?:\.\d+)?(?:px|em|rem|vw|vh|%|pt)?/
const SIDES = ['left', 'top', 'right', 'bottom', 'text-indent', 'margin', 'margin-left', 'margin-top', 'inset']
const CLIPPED =
  /rect\(\s*[01](?:px)?|inset\(\s*(?:[5-9]\d|100)(?:\.\d+)?%|(?:circle|ellipse)\(\s*0|polygon\(\s*0(?:px|%)?(?:[\s,]+0(?:px|%)?)+\s*\)/
const FLAT =
  /(?:scale(?:3d|x|y)?|matrix)\(\s*(?:0+(?:\.0\d*)?|\.0\d*)\s*[,)]|rotate[xy]\(\s*-?90deg|translate\w*\([^)]*-\d{3,}/
/** Sizes that nobody reads, in pixels or points, and as a share of what surrounds them. */
const SMALLEST = 3
const SMALLEST_SHARE = 0.15
const SIZE = /^(\d+(?:\.\d+)?|\.\d+)(px|pt|em|rem|ex|ch|%|vw|vh)?$/

/** Reads the declarations of a style; undefined where they say nothing of what is seen. */
export function looksOf(style: string): Looks | undefined {
  const said = declarationsOf(style)
  const looks: Looks = {}
  const display = said.get('display')
  if (display !== undefined) looks.undisplayed = display === 'none'
  const visibility = said.get('visibility') ?? said.get('content-visibility')
  if (visibility !== undefined) looks.invisible = /^(?:hidden|collapse)$/.test(visibility)
  const opacity = said.get('opacity') ?? /opacity\(([^)]{1,10})\)/.exec(said.get('filter') ?? '')?.[1]
  if (opacity !== undefined) looks.opacity = shareOf(opacity)
  if (isAway(said)) looks.away = true
  const colour = colourOf(said.get('-webkit-text-fill-color') ?? said.get('color') ?? '')
  if (colour) looks.colour = colour
  const ground = said.get('background-color') ?? said.get('background')
  if (ground !== undefined || said.has('background-image'))
    looks.ground = said.has('background-image') ? undefined : colourOf(ground ?? '')
  for (const _ in looks) return looks
  return undefined
}

function declarationsOf(style: string): Map<string, string> {
  const said = new Map<string, string>()
  for (const declaration of style.slice(0, LONGEST_STYLE).toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    said.set(
      declaration.slice(0, colon).trim(),
      declaration
        .slice(colon + 1)
        .replace('!important', '')
        .trim(),
    )
  }
  return said
}

function shareOf(value: string): number {
  const share = Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1)
  return Number.isNaN(share) ? 1 : Math.min(1, Math.max(0, share))
}

function isAway(said: ReadonlyMap<string, string>): boolean {
  const value = (name: string) => said.get(name) ?? ''
  if (SIDES.some((side) => FAR.test(value(side)))) return true
  if (CLIPPED.test(value('clip')) || CLIPPED.test(value('clip-path'))) return true
  if (FLAT.test(value('transform')) || FLAT.test(`scale(${value('scale')})`)) return true
  if (FAR.test(value('translate')) || isTiny(value('font-size')) || isTiny(value('zoom'))) return true
  if (/(?:^|\s)0?\.?[0-2](?:px|pt)(?:\/|\s)/.test(value('font'))) return true
  if (
    /^(?:0|0\.0\d*)(?:px|em|%)?$/.test(value('line-height')) ||
    /^-(?:\d*\.)?\d+(?:em|rem)$/.test(value('letter-spacing'))
  )
    return true
  const closed = ['width', 'height', 'max-width', 'max-height'].filter((side) => /^[01](?:px)?$/.test(value(side)))
  return closed.length > 0 && (/hidden|clip/.test(value('overflow')) || closed.length > 1 || value('max-height') !== '')
}

function isTiny(size: string): boolean {
  const [, number, unit] = SIZE.exec(size) ?? []
  if (number === undefined) return false
  const absolute = unit === undefined || unit === 'px' || unit === 'pt'
  const share = unit === '%' ? Number(number) / 100 : Number(number)
  return absolute && unit !== undefined ? share < SMALLEST : share < SMALLEST_SHARE
}
