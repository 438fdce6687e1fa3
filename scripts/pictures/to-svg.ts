/** Sizes of the picture in pixels: a character of the fonts below is 0.6 of their size wide. */
const SIZE = { font: 14, line: 20, character: 8.43, margin: 16 }

/** Built from text, as control characters are not seen in a pattern. */
const ESCAPE = String.fromCharCode(27)
const REPLACED = new RegExp(`\\r(?:${ESCAPE}\\[2K)?`)
const LINK = new RegExp(`${ESCAPE}\\]8;;.*?(?:${ESCAPE}\\\\|\\x07)`, 'g')
const STYLE = new RegExp(`${ESCAPE}\\[([\\d;]*)m`)

const COLORS: Record<string, string> = { '32': '#7ee787', '33': '#e3b341', '36': '#79c0ff' }

/** Draws what a terminal shows as SVG, with a title for those who do not see it. Knows bold, dim, three colours, links, and lines that are replaced. */
export function toSvg(shown: string, columns: number, title: string): string {
  const lines = shown.replaceAll('\r\n', '\n').trimEnd().split('\n').map(lastDrawn)
  const width = Math.ceil(2 * SIZE.margin + columns * SIZE.character)
  const height = 2 * SIZE.margin + lines.length * SIZE.line
  const rows = lines.map((line, at) => {
    const y = SIZE.margin + (at + 1) * SIZE.line - 5
    return `<text x="${SIZE.margin}" y="${y}" xml:space="preserve">${styled(line)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${title}</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${SIZE.font}" fill="#e6edf3">
${rows.join('\n')}
</g>
</svg>
`
}

/** A status line is cleared and drawn again; what was drawn last stays. */
function lastDrawn(line: string): string {
  return line.split(REPLACED).at(-1) ?? ''
}

function styled(line: string): string {
  const format = { bold: false, dim: false, color: '' }
  // A link is shown by its text.
  const parts = line.replaceAll(LINK, '').split(STYLE)
  return parts
    .map((part, at) => {
      if (at % 2 === 1) {
        for (const code of part.split(';')) apply(format, code)
        return ''
      }
      const style = [
        format.bold ? ' font-weight="bold"' : '',
        format.dim ? ' opacity="0.6"' : '',
        format.color === '' ? '' : ` fill="${format.color}"`,
      ].join('')
      const text = part.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      return text === '' ? '' : `<tspan${style}>${text}</tspan>`
    })
    .join('')
}

function apply(format: { bold: boolean; dim: boolean; color: string }, code: string): void {
  if (code === '1') format.bold = true
  else if (code === '2') format.dim = true
  else if (code === '22') Object.assign(format, { bold: false, dim: false })
  else if (code === '39') format.color = ''
  else if (code === '0' || code === '') Object.assign(format, { bold: false, dim: false, color: '' })
  else format.color = COLORS[code] ?? format.color
}
