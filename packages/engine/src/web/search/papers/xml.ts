import { DomUtils, parseDocument } from 'htmlparser2'

export type XmlElement = NonNullable<ReturnType<typeof DomUtils.findOne>>
type Within = ReturnType<typeof parseDocument> | XmlElement

/**
 * Reads a short document of XML, which refers to nothing outside. Its names keep their prefixes.
 * @throws Error where it does not begin with the element that is expected
 */
export function readXml(xml: string, root: string): XmlElement {
  const document = parseDocument(xml, { xmlMode: true, decodeEntities: true })
  const [found] = DomUtils.getElementsByTagName(root, document.children, false, 1)
  if (!found) throw new Error(`This is no ${root}.`)
  return found
}

/** All elements of a name within another, however deep, in order. */
export function allOf(within: Within, name: string): XmlElement[] {
  return DomUtils.getElementsByTagName(name, within)
}

/** The first element at the end of a path of names, each anywhere below the one before. */
export function firstOf(within: Within, ...path: readonly string[]): XmlElement | undefined {
  let place: Within | undefined = within
  for (const name of path) place = place && allOf(place, name)[0]
  return place as XmlElement | undefined
}

/** The text of an element without its tags, on one line; '' where there is none. */
export function textIn(element: XmlElement | undefined): string {
  return element === undefined ? '' : DomUtils.textContent(element).replace(/\s+/g, ' ').trim()
}
