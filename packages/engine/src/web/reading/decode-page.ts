import { declaredEncoding } from '#corpus/readers/decode.ts'

/**
 * Decodes the bytes of a page by its byte order mark, the header's charset, or the page's own charset, else as UTF-8.
 * Bytes that do not fit are read as windows-1252, as browsers do.
 */
export function decodePage(bytes: Uint8Array, charset?: string): string {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  for (const label of [marked, charset, declaredEncoding(bytes), 'utf-8']) {
    const text = label === undefined ? undefined : decodeAs(bytes, label)
    if (text !== undefined) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

function decodeAs(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    // An unknown label, or bytes that are not what it says.
    return undefined
  }
}
