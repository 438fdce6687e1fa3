const BASE64 = /[A-Za-z0-9+/_-]{48,}={0,2}/g
/** The bytes of ASCII text in hexadecimal; those of a hash or a key are of all values. */
const HEX = /(?<![0-9a-f])(?:[2-7][0-9a-f][ :]?){40,}(?![0-9a-f])/i
const ESCAPES = /(?:\\u[0-9a-f]{4}|&#x?[0-9a-f]{2,5};|%[0-9a-f]{2}){8,}|(?:[01]{8}\s+){6,}/i
/** Letters set apart, which people read as words and programs do not. */
const SPACED_OUT = /(?<![\p{L}\p{N}])(?:\p{L}[ \u00A0._*-]{1,2}){9,}\p{L}(?![\p{L}\p{N}])/gu
/** What words for models have in them; titles are set apart as well, and so are the letters of an index. */
const FOR_MODELS =
  /ignor|disregard|forget|overrid|instru|prompt|assist|languagemodel|chatbot|anweisung|vergiss|sprachmodel|oubli|consigne|olvid|dimentic|istruzion|esque[cç]|negeer|vergeet|игнор|забуд|инструк/

/** Whether a sentence contains text that only programs decode, and readers do not. */
export function holdsEncodedText(sentence: string): boolean {
  if (HEX.test(sentence) || ESCAPES.test(sentence)) return true
  for (const [run] of sentence.matchAll(BASE64)) if (decodesToText(run)) return true
  for (const [run] of sentence.matchAll(SPACED_OUT)) {
    if (FOR_MODELS.test(run.replace(/\P{L}/gu, '').toLowerCase())) return true
  }
  return false
}

/** Fewer characters may be those of a text by chance. */
const TEXT = /[\p{L}\p{M}\p{N}\p{P}\p{S} \n]{16,}/u
/** Signs that stand for three bytes. */
const GROUP = 4
/** Signs that are decoded at once: a page may be one such run. */
const AT_ONCE = 1_000 * GROUP

/** Whether base64 stands for text. Paths, names, hashes and keys are written with the same characters. */
function decodesToText(run: string): boolean {
  for (let at = 0; at < run.length; at += AT_ONCE) {
    // A sign that stands before the text shifts all of it.
    for (let shift = 0; shift < GROUP; shift += 1) {
      const text = Buffer.from(run.slice(at + shift, at + shift + AT_ONCE), 'base64').toString('utf8')
      if (TEXT.test(text.replaceAll('\uFFFD', '\0'))) return true
    }
  }
  return false
}
