import { LIMITS } from '@deep-research/sdk/contract'
import { AnswerAssembler, sanitise } from '#cite/assemble.ts'
import { findQuotation } from '#cite/find-quotation.ts'
import { verify } from '#cite/verify.ts'
import { readPiece } from '#corpus/formats/read-piece.ts'
import { isInstruction } from '#guard/instructions.ts'
import { neutralise } from '#guard/neutralise.ts'
import { cutsIn } from '#guard/quarantine.ts'
import { safeQuery } from '#guard/safe-query.ts'
import { soundField } from '#guard/sound-field.ts'
import { visibilityOf } from '#guard/style-sheets.ts'
import { withoutThoughts } from '#guard/thoughts.ts'
import { unlink, withoutAddresses } from '#guard/unlink.ts'
import { sentences } from '#language/sentences.ts'
import { parseQuestion } from '#question/parse-question.ts'
import { readPage } from '#web/reading/read-page.ts'
import type { SourceDocument } from '../../src/types.ts'
import { pdfOf } from '../corpus/pdf-bytes.ts'
import { zipOf } from '../corpus/zip-bytes.ts'

/** Something that reads a text of a stranger. It may refuse it, in time. */
export type Subject = (text: string) => unknown

const encoder = new TextEncoder()
const file =
  (path: string, bytes: (text: string) => Uint8Array): Subject =>
  (text) =>
    readPiece({ path, bytes: bytes(text) })
const written = (path: string) => file(path, (text) => encoder.encode(text))
const page =
  (type: string): Subject =>
  async (text) => {
    try {
      return await readPage({ url: 'https://reef.example/', type, bytes: encoder.encode(text) })
    } catch (error) {
      return error
    }
  }

const escapedXml = (text: string) => text.replace(/[<&]/g, ' ')
function docxOf(text: string): Uint8Array {
  const paragraphs = escapedXml(text)
    .split('\n')
    .map((line) => `<w:p><w:r><w:t xml:space="preserve">${line}</w:t></w:r></w:p>`)
  return zipOf({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.join('')}</w:body></w:document>`,
  })
}
/** Lines of a page. */
const LINES = 50
function pdfTextOf(text: string): Uint8Array {
  const lines = (text.match(/[^\n]{1,90}/g) ?? []).map((line) => line.replace(/[()\\]/g, '\\$&'))
  const pages: string[] = []
  for (let at = 0; at < lines.length; at += LINES)
    pages.push(
      `BT /F1 8 Tf 40 740 Td ${lines
        .slice(at, at + LINES)
        .map((line) => `(${line}) Tj 0 -12 Td`)
        .join(' ')} ET`,
    )
  return pdfOf(pages)
}

const documentOf = (text: string): SourceDocument => ({
  id: 'a',
  url: 'urn:corpus:a',
  title: 'Reef',
  text,
  sourceType: 'document',
})
const CLAIM = 'Corals grow by 3 mm a year, says "Ann Lee".'

export const SUBJECTS: Readonly<Record<string, Subject>> = {
  'a file of Markdown': written('a.md'),
  'a file of MDX': written('a.mdx'),
  'a file of HTML': written('a.html'),
  'a file of text': written('a.txt'),
  'a file of reStructuredText': written('a.rst'),
  'a file of AsciiDoc': written('a.adoc'),
  'a file of CSV': written('a.csv'),
  'a record': file('a.jsonl', (text) => encoder.encode(JSON.stringify({ title: 'Reef', text }))),
  'lines that should be records': written('a.jsonl'),
  'a file of Word': file('a.docx', docxOf),
  'a PDF': file('a.pdf', pdfTextOf),
  'a page': page('text/html'),
  'a page of text': page('text/plain'),
  sentences: (text) => sentences(text),
  'guard: sentences to take out': (text) => cutsIn(text),
  'guard: one sentence': (text) => isInstruction(text),
  'guard: fences': (text) => neutralise(text),
  'guard: thoughts': (text) => withoutThoughts(text),
  'guard: links': (text) => unlink(text),
  'guard: addresses': (text) => withoutAddresses(text),
  'guard: a search': (text) => safeQuery(text),
  'guard: a field': (text) => soundField(text, 300),
  'guard: a style sheet': (text) => {
    try {
      return visibilityOf(`<style>${text}</style>`)
    } catch (e) {
      return e
    }
  },
  'cite: a claim against the text': (text) => verify(CLAIM, { document: documentOf(text), start: 0, end: text.length }),
  'cite: the text as a claim': (text) =>
    verify(text, { document: documentOf('Corals grow by 3 mm a year.'), start: 0, end: 27 }),
  'cite: a quotation': (text) => findQuotation('corals  grow', documentOf(text)),
  'cite: the text as a quotation': (text) => findQuotation(text, documentOf(text.slice(0, 100_000))),
  'cite: an answer': (text) => {
    const assembler = new AnswerAssembler()
    assembler.push({ kind: 'text', text })
    return sanitise(text)
  },
  // No service takes a longer one.
  'a question': (text) => parseQuestion(text.slice(0, LIMITS.queryCodePoints)),
}
