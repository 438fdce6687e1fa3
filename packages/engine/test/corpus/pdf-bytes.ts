/** A small real PDF: a page for each content stream, Helvetica (F1) and Courier (F2), an outline of titles with their pages, and a cross-reference table that is right. */
export function pdfOf(
  pages: readonly string[],
  info: Record<string, string> = {},
  outline: readonly (readonly [title: string, page: number])[] = [],
): Buffer {
  const first = 5
  const courier = first + pages.length * 2
  const entry = courier + 2
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${outline.length > 0 ? ` /Outlines ${courier + 1} 0 R` : ''} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< ${Object.entries(info)
      .map(([key, value]) => `/${key} (${value})`)
      .join(' ')} >>`,
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 ${courier} 0 R >> >> ` +
        `/Contents ${first + index * 2 + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    `<< /Type /Outlines /First ${entry} 0 R /Last ${entry + outline.length - 1} 0 R /Count ${outline.length} >>`,
    ...outline.map(
      ([title, page], at) =>
        `<< /Title (${title}) /Parent ${courier + 1} 0 R /Dest [${first + page * 2} 0 R /XYZ 0 700 0]` +
        `${at + 1 < outline.length ? ` /Next ${entry + at + 1} 0 R` : ''} >>`,
    ),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\n`
  return Buffer.from(`${file}${table}${trailer}startxref\n${file.length}\n%%EOF\n`, 'latin1')
}
