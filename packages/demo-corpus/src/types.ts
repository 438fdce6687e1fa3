/** An address of a president of the United States to the Congress. */
export interface Address {
  /** The year in which it was given. */
  year: number
  /** The name as it is written, such as "Franklin D. Roosevelt". */
  president: string
  /** The whole text, without headings or line breaks between paragraphs. */
  text: string
}

/** All addresses. */
export interface Addresses {
  /** Differs whenever a text differs. */
  version: string
  /** In the order of years; in some years both the outgoing and the incoming president spoke. */
  addresses: Address[]
}

/** What there is, without the texts. */
export interface Contents {
  /** That of the addresses. */
  version: string
  /** The years in order, with the length of each one's addresses. */
  years: {
    year: number
    /** UTF-16 code units of its addresses. */
    length: number
  }[]
}
