/** What a page keeps over a reload: `sessionStorage`, or anything with the same three functions. */
export interface ResearchStorage {
  /** The value of a name; null if it has none. */
  getItem(name: string): string | null
  /** Keeps a value. */
  setItem(name: string, value: string): void
  /** Forgets a value. */
  removeItem(name: string): void
}

const nameOf = (chatId: string) => `deep-research:${chatId}`

/** The research that runs in each chat, by its id. */
export interface Remembered {
  get(chatId: string): string | undefined
  set(chatId: string, id: string): void
  forget(chatId: string): void
}

/** The page's own storage. Reading it throws where a browser blocks it, and elsewhere there is none. */
function ownStorage(): ResearchStorage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/** Remembers in memory, and also in the storage, which may be full or blocked at any time. */
export function createRemembered(storage: ResearchStorage | undefined): Remembered {
  const inMemory = new Map<string, string>()
  const stored = <Value>(act: (kept: ResearchStorage) => Value): Value | undefined => {
    try {
      const kept = storage ?? ownStorage()
      return kept && act(kept)
    } catch {
      return undefined
    }
  }
  return {
    get: (chatId) => inMemory.get(chatId) ?? stored((kept) => kept.getItem(nameOf(chatId))) ?? undefined,
    set(chatId, id) {
      inMemory.set(chatId, id)
      stored((kept) => kept.setItem(nameOf(chatId), id))
    },
    forget(chatId) {
      inMemory.delete(chatId)
      stored((kept) => kept.removeItem(nameOf(chatId)))
    },
  }
}
