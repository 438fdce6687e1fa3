import { crc32 } from 'node:zlib'

/** A zip file that holds files as they are. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content)
    const sizes = Buffer.alloc(18)
    sizes.writeUInt32LE(crc32(data), 4)
    sizes.writeUInt32LE(data.length, 8)
    sizes.writeUInt32LE(data.length, 12)
    sizes.writeUInt16LE(name.length, 16)
    const head = Buffer.concat([
      Buffer.from('504b0304140000000000', 'hex'),
      sizes,
      Buffer.alloc(2),
      Buffer.from(name),
      data,
    ])
    const place = Buffer.alloc(4)
    place.writeUInt32LE(offset)
    central.push(
      Buffer.concat([
        Buffer.from('504b01021400140000000000', 'hex'),
        sizes,
        Buffer.alloc(12),
        place,
        Buffer.from(name),
      ]),
    )
    local.push(head)
    offset += head.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
