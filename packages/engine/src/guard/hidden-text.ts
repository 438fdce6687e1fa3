const OFF_SCREEN = /(?:left|top|right|bottom|text-indent|margin-left)\s*:\s*-\d{3,}/i
const CLIPPED =
  /clip(?:-path)?\s*:\s*(?:rect\(\s*0|rect\(\s*1px|inset\(\s*(?:50|100)%)|transform\s*:\s*scale\(\s*0\s*\)/i
const TINY =
  /font-size\s*:\s*0?(?:\.\d+|1)(?:px|pt)\b|(?:^|;)\s*(?:width|height)\s*:\s*[01](?:px)?\s*(?:!important\s*)?(?:;|$)/i
const COLOUR = /(?:^|;)\s*color\s*:\s*([^;!]+)/i
const BACKGROUND = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;!]+)/i
const WHITE = /^(?:white|#fff(?:fff)?|rgba?\(\s*255\s*,\s*255\s*,\s*255\s*(?:,\s*1\s*)?\))$/
const CLEAR = /^(?:transparent|rgba\([^)]*,\s*0(?:\.0*)?\s*\)|#[0-9a-f]{3}0|#[0-9a-f]{6}00)$/

/**
 * Whether an element's own style hides its text from the reader: off the screen, clipped, too small to read, or in the
 * colour of the background. Hidden elements that the readers already recognise are not repeated here.
 */
export function hidesText(style: string): boolean {
  if (OFF_SCREEN.test(style) || CLIPPED.test(style) || TINY.test(style)) return true
  const colour = COLOUR.exec(style)?.[1]?.trim().toLowerCase()
  if (colour === undefined) return false
  const behind = BACKGROUND.exec(style)?.[1]?.trim().toLowerCase()
  return CLEAR.test(colour) || colour === behind || (WHITE.test(colour) && (behind === undefined || WHITE.test(behind)))
}

const RULE = /([^{}]{1,300})\{([^{}]{0,2000})\}/g
const SIMPLE = /^(?:[a-z]+)?([.#])([\w-]+)$/i
const NOT_SHOWN = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0*)?\s*(?:;|$)|font-size\s*:\s*0/i
const STYLE_SHEET = /<style\b[^>]*>([\s\S]*?)<\/style/gi
/** How many characters of style sheets are examined, so that no page takes long. */
const MOST_CSS = 200_000

/** Tells of elements, by class and id, whether the page's own style sheets hide them. Only simple selectors count. */
export function hiddenByStyleSheets(html: string): (attributes: Readonly<Record<string, string>>) => boolean {
  const classes = new Set<string>()
  const ids = new Set<string>()
  const css = [...html.matchAll(STYLE_SHEET)].map(([, sheet = '']) => sheet).join('\n')
  for (const [, selectors = '', body = ''] of css.slice(0, MOST_CSS).matchAll(RULE)) {
    if (!NOT_SHOWN.test(body) && !hidesText(body)) continue
    for (const selector of selectors.split(',')) {
      const [, sign, name = ''] = SIMPLE.exec(selector.trim()) ?? []
      if (sign === '.') classes.add(name)
      if (sign === '#') ids.add(name)
    }
  }
  return ({ class: names = '', id = '' }) => ids.has(id) || names.split(/\s+/).some((name) => classes.has(name))
}
