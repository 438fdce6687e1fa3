import { readHtml } from '../readers/html.ts'
import { type DocumentMetadata, type DocumentParts, metadataOf } from '../readers/metadata.ts'
import { DocxWriter } from './docx-html.ts'
import { type DocxStyles, readStyles } from './docx-styles.ts'
import { parseXml, textsIn, type XmlElement } from './xml.ts'
import { readZipped, type Zip } from './zip.ts'

/** What the namespaces of Office Open XML are called here (ISO/IEC 29500). */
const SPACES = [
  ['/wordprocessingml', 'w'],
  ['/math', 'm'],
  ['/markup-compatibility', 'mc'],
] as const

/**
 * Reads a document of Microsoft Word, a piece at a time: headings, text, lists, tables, formulas, notes and text boxes; hidden
 * text, deletions and tables of contents are left out.
 * @throws {UnreadableContentError} for a broken or protected file
 */
export async function readDocx(bytes: Uint8Array): Promise<DocumentParts> {
  return await readZipped(bytes, 'Word document', async (zip) => {
    const main = await mainPart(zip)
    const folder = main.slice(0, main.lastIndexOf('/') + 1)
    const styles = await readStyles(zip, folder)
    const notes = new Map<string, string>()
    for (const kind of ['footnote', 'endnote'] as const)
      await readNotes(zip, `${folder}${kind}s.xml`, { kind, styles, notes })
    const writer = new DocxWriter(styles, notes)
    await parseXml(zip.text(main), writer, SPACES)
    const { title: own, text, blocks = [] } = readHtml(writer.html)
    const about = await aboutIn(zip)
    const first = blocks.find(({ kind }) => kind === 'heading')
    const title = writer.title ?? about.title ?? (first && text.slice(first.start, first.end)) ?? own
    return { ...about, ...(title !== undefined && { title }), text, blocks }
  })
}

/** Where the text of a document is. */
async function mainPart(zip: Zip): Promise<string> {
  let main = 'word/document.xml'
  await parseXml(zip.text('_rels/.rels'), {
    open({ name, get }) {
      if (name === 'Relationship' && get('Type')?.endsWith('/officeDocument'))
        main = get('Target')?.replace(/^\//, '') ?? main
    },
  })
  if (!zip.has(main)) throw new Error('it has no text')
  return main
}

/** The text of each note, as HTML, by its kind and number. */
async function readNotes(
  zip: Zip,
  file: string,
  { kind, styles, notes }: { kind: 'footnote' | 'endnote'; styles: DocxStyles; notes: Map<string, string> },
): Promise<void> {
  let writer: DocxWriter | undefined
  let id = ''
  const isNote = ({ name, space }: XmlElement) => space === 'w' && name === kind
  const handlers = {
    open(element: XmlElement) {
      // Those of a type are lines that part notes from the text.
      if (isNote(element) && element.get('type') === undefined) {
        id = element.get('id') ?? ''
        writer = new DocxWriter(styles, new Map())
      } else writer?.open(element)
    },
    text: (text: string) => writer?.text(text),
    close(element: XmlElement) {
      if (!isNote(element)) return writer?.close(element)
      if (writer) notes.set(`${kind} ${id}`, writer.html)
      writer = undefined
    },
  }
  await parseXml(zip.text(file), handlers, SPACES)
}

/** What a program has put there. */
const NO_TITLE =
  /^(?:document|presentation|workbook|word document|powerpoint presentation|untitled)(?: ?\d{1,4})?$|\.\w{2,5}$/i

/** What a document of Office says of itself: title, author and date. */
export async function aboutIn(zip: Zip): Promise<DocumentMetadata> {
  const texts = await textsIn(zip.text('docProps/core.xml'))
  const title = texts.get('title')?.[0]
  return metadataOf({
    title: title !== undefined && NO_TITLE.test(title) ? undefined : title,
    authors: texts.get('creator')?.[0]?.split(/ ?; ?/).filter(Boolean),
    date: texts.get('created')?.[0] ?? texts.get('modified')?.[0],
    language: texts.get('language')?.[0],
  })
}
