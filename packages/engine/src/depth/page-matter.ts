import type { Evidence } from '#evidence/ledger.ts'
import type { Question } from '#question/question.ts'

/** A line of what is told while it goes on: "9:58 p.m. —", "45' —", "FUMBLE". */
const LIVE =
  /^\W*(?:\d{1,2}[:.]\d{2}\s*(?:[ap]\.?m\.?)?\s*(?:(?:ET|EST|EDT|GMT|BST|PT|CET|UTC)\b)?\s*[-–—:]|\d{1,2}:\d{2}\s*[ap]\.?m\.?\s+\p{Lu}{4}|\d{1,3}(?:\s?\+\s?\d{1,2})?['’′](?:\s|[-–—:])|(?:FUMBLE|INTERCEPTION|TOUCHDOWN|FIELD GOAL|GOAL|PUNT|SACK|HALFTIME|HALF-TIME|FULL[ -]TIME|KICK-OFF)\b(?=\W))/u

/** Its price is named for a buyer: beside a shop, an old price, or what is saved. */
const ADVERT = new RegExp(
  [
    String.raw`[$£€]\d{1,4}(?:,\d{3})?(?:\.\d\d)?(?![\d,]| (?:million|billion|trillion)) (?:at|from) \p{Lu}`,
    String.raw`[$£€]\d[\d.,]* [$£€]\d[\d.,]* (?:Save\b|at\b|\d+%)`,
    String.raw`\b(?:[Ss]ave|[Ss]aves|[Ss]aving) (?:you )?(?:up to |over )?(?:[$£€]\d{1,3}(?:\.\d\d)?\b(?! (?:million|billion|trillion)|,\d)|\d{1,2}% (?:on|off))`,
    String.raw`[$£€]\d{1,3}(?:\.\d\d)? (?:off|discount|less than)\b`,
    String.raw`\b\d{1,2}(?:%| per ?cent) off\b`,
    String.raw`\b(?:[Bb]uy|[Ss]hop|[Oo]rder|[Pp]re-?order) (?:it |one |them )?(?:now|here|at (?!the\b)\p{Lu})`,
    String.raw`\b(?:on sale (?:for|at|right now)|all-time low|(?:lowest|best) price (?:we|yet|ever|to date)|add to cart|coupon|promo code|free shipping|(?:early )?(?:Prime Day|Black Friday|Cyber Monday)\b[^.]{0,40}\b(?:deals?|sales?|discounts?))\b`,
    String.raw`\b(?:deals?|discounts?|sales?|bargains?)\b[^.]{0,60}\b(?:Prime (?:Big Deal )?Day|Black Friday|Cyber Monday)\b`,
  ].join('|'),
  'u',
)

/** A question of what is sold asks for just that. English. */
const ASKS_TO_BUY = /\b(?:deals?|discounts?|sales?|bargains?|prices?|priced|costs?|buy|cheap\w*|offers?|shopping)\b/iu

/** It leads to another page, or says who took a picture. */
const LINK_OR_CAPTION =
  /^\W*(?:read (?:more|also|next|our|the full)|related(?: stories| articles| reading)?\s*:|see also\b|more (?:from|on|about) \p{L}[^.]{0,80}$|more:|click (?:here|on|to)|follow (?:us|along|@)|sign up\b|subscribe\b|advertisement\b|skip to\b|share (?:this|on)\b|(?:photo|photograph|image|picture|illustration|credit|video|graphic)s?(?: credits?)?(?::| (?:by|via|courtesy)\b))|(?:\/ ?|\(|\bvia )getty images\b|\b(?:(?:ap|reuters) photo|(?:photo|image)s? (?:credit|courtesy|by)\b)/iu

/** UTF-16 units of a block in which it shows what it is. */
const BEGINNING = 40

/**
 * Tells whether a sentence is matter of its page and no evidence for a report: a line of a live score, an advert, unless the
 * question asks for what is sold, a link to another page, or a picture's caption. English.
 */
export function isPageMatter({
  text,
}: Pick<Question, 'text'>): (one: Pick<Evidence, 'quote' | 'document' | 'block'>) => boolean {
  const mayBeSold = ASKS_TO_BUY.test(text)
  return ({ quote, document, block }) => {
    const line = quote.trim()
    if (LIVE.test(line) || LINK_OR_CAPTION.test(line)) return true
    if (!mayBeSold && ADVERT.test(line)) return true
    return block !== undefined && LIVE.test(document.text.slice(block.start, block.start + BEGINNING))
  }
}
