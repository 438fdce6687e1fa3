/** Red, green and blue from 0 to 255, and how much of what lies behind is covered, from 0 to 1. */
export interface Colour {
  rgb: readonly [number, number, number]
  alpha: number
}

/** Names of colours in which text is hidden, and of grounds that are common; the others are not known here. */
const NAMED: Readonly<Record<string, string>> = {
  white: 'ffffff',
  black: '000000',
  snow: 'fffafa',
  ivory: 'fffff0',
  whitesmoke: 'f5f5f5',
  ghostwhite: 'f8f8ff',
  floralwhite: 'fffaf0',
  azure: 'f0ffff',
  mintcream: 'f5fffa',
  honeydew: 'f0fff0',
  aliceblue: 'f0f8ff',
  seashell: 'fff5ee',
  linen: 'faf0e6',
  lightyellow: 'ffffe0',
  lavenderblush: 'fff0f5',
  oldlace: 'fdf5e6',
  gainsboro: 'dcdcdc',
  silver: 'c0c0c0',
  gray: '808080',
  grey: '808080',
  red: 'ff0000',
  green: '008000',
  blue: '0000ff',
  yellow: 'ffff00',
  navy: '000080',
}
const HEX = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/
const FUNCTION = /^(rgb|hsl)a?\(([^()]{1,60})\)$/

/** Reads a colour of CSS; undefined for one that is not known, such as a variable. */
export function colourOf(value: string): Colour | undefined {
  const text = value.trim().toLowerCase()
  if (text === 'transparent') return { rgb: [0, 0, 0], alpha: 0 }
  const hex = HEX.exec(NAMED[text] === undefined ? text : `#${NAMED[text]}`)?.[1]
  if (hex !== undefined) return fromHex(hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex)
  const [, name, list = ''] = FUNCTION.exec(text) ?? []
  const parts = list.split(/[\s,/]+/).filter((part) => part !== '')
  if (name === undefined || parts.length < 3) return undefined
  const [a = 0, b = 0, c = 0, alpha = 1] = parts.map((part, at) => numberOf(part, name === 'rgb' && at < 3 ? 255 : 1))
  if ([a, b, c, alpha].some(Number.isNaN)) return undefined
  return { rgb: name === 'rgb' ? [a, b, c] : fromHsl(a, b, c), alpha }
}

function numberOf(part: string, whole: number): number {
  return part.endsWith('%') ? (Number.parseFloat(part) / 100) * whole : Number.parseFloat(part)
}

function fromHex(hex: string): Colour {
  const at = (place: number) => Number.parseInt(hex.slice(place, place + 2), 16)
  return { rgb: [at(0), at(2), at(4)], alpha: hex.length === 8 ? at(6) / 255 : 1 }
}

function fromHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (shift: number) => {
    const place = (shift + hue / 30) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

/** How far two colours can be told apart, as WCAG 2 measures it: from 1, not at all, to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance({ rgb }: Colour): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
