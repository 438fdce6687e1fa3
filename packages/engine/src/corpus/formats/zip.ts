import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { UnreadableContentError } from '../readers/decode.ts'

/** Files in a document, and bytes that they may unpack to, of all that is read: more of them are no document. */
const MOST_FILES = 20_000
const MOST_UNPACKED = 400 * 1024 * 1024
/** A file that unpacks to so many times its size is there to fill the memory; a short one may. */
const MOST_TIMES = 300
const FREE = 16 * 1024 * 1024

/** The files in a document that is a zip file. Names are looked up among them, and mean no place on the machine. */
export class Zip {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  #left = MOST_UNPACKED

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws {Error} for what is no zip file */
  static async open(bytes: Uint8Array): Promise<Zip> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      fromBuffer(buffer, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)))
    })
    const entries = new Map<string, Entry>()
    await new Promise<void>((resolve, reject) => {
      zip.on('error', reject)
      zip.on('end', resolve)
      zip.on('entry', (entry: Entry) => {
        if (entries.size >= MOST_FILES) reject(new UnreadableContentError(`holds more than ${MOST_FILES} files`))
        entries.set(entry.fileName, entry)
        zip.readEntry()
      })
      zip.readEntry()
    })
    return new Zip(zip, entries)
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  /**
   * The text of a file, in pieces as it is unpacked; nothing where there is no such file.
   * @throws {UnreadableContentError} for a file that unpacks to too much
   */
  async *text(name: string): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    for await (const chunk of this.#chunks(name)) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  }

  /** The bytes of a file; undefined where there is no such file. */
  async bytes(name: string): Promise<Uint8Array | undefined> {
    if (!this.has(name)) return undefined
    const chunks: Uint8Array[] = []
    for await (const chunk of this.#chunks(name)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  async *#chunks(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    const stream = await this.#zip.openReadStreamPromise(entry)
    let size = 0
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      size += chunk.length
      this.#left -= chunk.length
      if (this.#left < 0 || size > FREE + MOST_TIMES * entry.compressedSize) {
        stream.destroy()
        throw new UnreadableContentError('unpacks to more than a document holds')
      }
      yield chunk
    }
  }
}

/** Opens a document that is a zip file, and reads it; what is thrown says in one line what it is not. */
export async function readZipped<Read>(
  bytes: Uint8Array,
  kind: string,
  read: (zip: Zip) => Promise<Read>,
): Promise<Read> {
  try {
    return await read(await Zip.open(bytes))
  } catch (cause) {
    if (cause instanceof UnreadableContentError) throw cause
    throw new UnreadableContentError(`is not a readable ${kind} (broken, protected, or of an old format)`, { cause })
  }
}
