import type { SearchProvider } from './provider.ts'

/** A query cut at a word to what a provider takes, its lines joined. */
export function clipQuery(query: string, { characters, words }: SearchProvider['longest']): string {
  let clipped = query.replace(/\s+/g, ' ').trim()
  if (words !== undefined) clipped = clipped.split(' ').slice(0, words).join(' ')
  if (clipped.length <= characters) return clipped
  const room = clipped.slice(0, characters)
  const cut = clipped[characters] === ' ' ? characters : room.lastIndexOf(' ')
  return (cut > characters / 2 ? room.slice(0, cut) : room).toWellFormed().replace(/\uFFFD$/, '')
}
