const IMAGE = /!\[([^\]\n]{0,300})\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,200}\])/g
const LINK = /\[([^\]\n]{1,300})\]\(\s*<?[^)\n]{0,2000}\)/g
const REFERENCE = /(?:(?<![\s\S])|(?<!\s)([^\S\n]*\n))\s*\[[^\]\n]{1,200}\]:\s*\S.*$/gm
const REFERRED = /\[([^\]\n]{1,300})\]\[[^\]\n]{0,200}\]/g
const AUTO = /<[^\s<>]{1,4000}>/g
const ADDRESSED = /:\/\/|@/
const SCHEME =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|(?:mailto|javascript|data|vbscript|file|tel|sms):(?=\S))(?:[^\s<>"'”’)\]]*[^\s<>"'”’)\].,;:!?])?/gi
const WWW = /\bwww\.[^\s<>"'”’)\]]+/gi
const BARE = /\b(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}(?::\d{1,5})?\/[^\s<>"'”’)\]]*/gi
const MAIL = /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\b/g
const TAG = /<\/?[a-z!?][^<>]{0,500}>/gi

/** How many layers are taken off; no address is left without the signs that go then. */
const MOST_PASSES = 8

/**
 * Removes everything from a model's text that leads elsewhere: links become their words, and images, addresses and tags
 * are removed. Only citations say where an answer comes from.
 */
export function unlink(text: string): string {
  let clean = text
  // Removing one thing can turn the text around it into another.
  for (let before = '', pass = 1; before !== clean; pass += 1) {
    before = clean
    if (pass > MOST_PASSES) clean = clean.replace(/[<>[\]()@/:]/g, '')
    clean = clean
      .replace(IMAGE, '')
      .replace(REFERENCE, '$1')
      .replace(LINK, '$1')
      .replace(REFERRED, '$1')
      .replace(AUTO, (each) => (ADDRESSED.test(each) ? '' : each))
      .replace(TAG, '')
    clean = clean.replace(SCHEME, '').replace(WWW, '').replace(BARE, '').replace(MAIL, '')
  }
  // The remaining signs of a link must not form a new link with what follows.
  clean = clean.replace(/!\[/g, '[').replace(/\]\(/g, '] (')
  if (clean === text) return text
  return clean
    .replace(/\(\s*\)|\[\s*\]|“\s*”/g, '')
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/[^\S\n]([.,;:!?])/g, '$1')
}

const ADDRESS =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.(?=\w))(?:[^\s<>"'”’`()\]}]*[^\s<>"'”’`()\]}.,;:!?])?(?:\([^\s()]{0,200}\))?/gi
/** On the reader's own machine, as in the examples of manuals. */
const OWN_MACHINE = /^\w+:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/i

/** A stranger's text with "[…]" instead of each address of the web: the citation says where more can be read. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, (address) => (OWN_MACHINE.test(address) ? address : '[…]'))
}
