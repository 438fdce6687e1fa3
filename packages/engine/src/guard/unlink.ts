const IMAGE = /!\[([^\]\n]{0,300})\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,200}\])/g
const LINK = /\[([^\]\n]{1,300})\]\(\s*<?[^)\n]{0,2000}\)/g
const REFERENCE = /^\s*\[[^\]\n]{1,200}\]:\s*\S+.*$/gm
const REFERRED = /\[([^\]\n]{1,300})\]\[[^\]\n]{0,200}\]/g
const AUTO = /<(?:[a-z][a-z0-9+.-]{1,30}:|mailto:)?[^\s<>]{0,2000}(?::\/\/|@)[^\s<>]{0,2000}>/gi
const SCHEME =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|(?:mailto|javascript|data|vbscript|file|tel|sms):(?=\S))[^\s<>"'”’)\]]*?(?=[.,;:!?]*(?:[\s<>"'”’)\]]|$))/gi
const WWW = /\bwww\.[^\s<>"'”’)\]]+/gi
const BARE = /\b(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}(?::\d{1,5})?\/[^\s<>"'”’)\]]*/gi
const MAIL = /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\b/g
const TAG = /<\/?[a-z!?][^<>]{0,500}>/gi

/**
 * Removes everything from a model's text that leads elsewhere: links become their words, and images, addresses and tags
 * are removed. Only citations say where an answer comes from.
 */
export function unlink(text: string): string {
  let clean = text
  // Removing one thing can turn the text around it into another.
  for (let before = ''; before !== clean; ) {
    before = clean
    clean = clean
      .replace(IMAGE, '')
      .replace(REFERENCE, '')
      .replace(LINK, '$1')
      .replace(REFERRED, '$1')
      .replace(AUTO, '')
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
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.(?=\w))(?:\([^\s()]{0,200}\)|[^\s<>"'”’`()\]}])*?(?=[.,;:!?]*(?:[\s<>"'”’`()\]}]|$))(?:\([^\s()]{0,200}\))?/gi
/** On the reader's own machine, as in the examples of manuals. */
const OWN_MACHINE = /^\w+:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/i

/** A stranger's text with "[…]" instead of each address of the web: the citation says where more can be read. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, (address) => (OWN_MACHINE.test(address) ? address : '[…]'))
}
