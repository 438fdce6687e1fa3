import type { Evidence } from '#evidence/ledger.ts'
import type { Question } from '#question/question.ts'
import { KeptByPlace } from './kept-by-place.ts'

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

/** What a bookmaker or a shop gives to whoever signs up. */
const PROMOTION =
  /\b(?:bonus(?:es)? bets?|(?:sign[- ]?up|welcome|deposit) (?:bonus(?:es)?|offers?|promos?)|(?:receive|claim|earn|get|unlock) (?:a |an |your |the |up to )?(?:\S+ )?(?:bonus(?:es)?|free bets?|rewards?)|promo(?:s|tional codes?)?)\b/iu

/** A question of what is sold asks for just that. English. */
const ASKS_TO_BUY = /\b(?:deals?|discounts?|sales?|bargains?|prices?|priced|costs?|buy|cheap\w*|offers?|shopping)\b/iu

/** A page of what is sold is about that, whatever else it mentions. */
const SALES_PAGE = /\b(?:deals?|discounts?|sales?|bargains?|gifts?|gift guide|coupons?|promo codes?)\b/iu

/** Tells whether a page of so titled is of what is sold; never where the question asks for that. English. */
export function isSaleUnlessAsked(question: string): (title: string) => boolean {
  const mayBeSold = ASKS_TO_BUY.test(question)
  return (title) => !mayBeSold && SALES_PAGE.test(title)
}

/** It leads to another page, or says who took a picture. */
const LINK_OR_CAPTION =
  /^\W*(?:read (?:more|also|next|our|the full)|also read\b|related(?: stories| articles| reading)?\s*:|see also\b|more (?:from|on|about) \p{L}[^.]{0,80}$|more:|click (?:here|on|to)|follow (?:us|along|@)|sign up\b|subscribe\b|advertisement\b|skip to\b|(?:this|the) (?:article|story|post|piece) (?:has been|was) (?:updated|corrected|amended|first published|originally published)\b|share (?:this|on)\b|(?:photo|photograph|image|picture|illustration|credit|video|graphic)s?(?: credits?)?(?::| (?:by|via|courtesy)\b))|(?:\/ ?|\(|\bvia )getty images\b|\b(?:(?:ap|reuters) photo|(?:photo|image)s? (?:credit|courtesy|by)\b)/iu

/** It tells of how the page was made, and not of its subject. */
const ASKED_FOR_COMMENT =
  /\b(?:(?:has|have) (?:contacted|reached out to|approached)\b[^.]{0,80}\b(?:for|with)\b|(?:did not|didn[’']t) (?:immediately )?(?:respond|reply)|declined (?:to comment|a request)|request for comment)\b/iu

/** Who stands where in a picture, what somebody does in it, or a post that a page shows: "Olsen (L)", "Vik reacts after the loss". */
const PICTURED =
  /\((?:L|R|C)\)|\bpic\.twitter\.com\b|^\W*(?:\p{Lu}[\p{L}.’'-]*,? ){1,4}(?:(?:of|for) (?:the )?(?:\p{Lu}[\p{L}.’'-]* ){1,3})?(?:reacts?|looks? on|poses?|gestures?|celebrates?|arrives?|walks?|smiles?|waves?) (?:after|during|at|as|in|on|to|with|while|before|outside)\b/u

/** It says what a picture beside it shows. */
const CAPTION =
  /^\W*(?:(?:at|on the|to the) (?:far )?(?:right|left|top|bottom)|above|below|pictured)(?:,? (?:is|are)\b|: )|^\W*(?:please )?(?:use|enable|upgrade) (?:\p{Lu}\p{L}+ )?(?:browser|javascript|cookies)\b|\bplease use \p{Lu}\p{L}+ browser\b/iu

/** An entry of a list of what was read: "Olsen, M., and K. Holt (2010), Bridges". */
const REFERENCE = /\bdoi\.org\b|^\W*(?:\p{Lu}[\p{L}’'-]+, (?:\p{Lu}\. ?)+[,&]? ?(?:and |& )?){1,}[^()]{0,80}\(\d{4}\)/u

/**
 * A document with so many lines of a live score is one: what stands after the first of them was written minute by minute. Of
 * 609 pages of news 20 have 14 or more, and no other has more than 2.
 */
const FEWEST_LIVE = 8
const LIVE_LINES = new RegExp(LIVE.source.replace('^\\W*', String.raw`(?<=(?:^|[\n.!?])\s{0,3})`), 'gu')
/** Where they begin in the documents of the last questions: it takes reading each of them whole. */
const begun = new WeakMap<Evidence['document'], number>()

/** A line of a list, the name of a live page, or an invitation between two paragraphs. */
const OF_PAGE =
  /\s\|\s|\s@\s\p{Lu}|^\W*\d+ \p{Lu}[^.]{0,60}\.$|\bLIVE\b|^\W*\p{Lu}{4,}:|\b[Ss]kip past\b|\b[Ee]verything (?:you need |you want |there is |we know )?(?:to know|so far)\b|\bPrivacy Notice\b|\bLive Telecast\b/u

/** What is asked states nothing. */
const ASKS = /[?？]["'”’»)\]]*$/u

/** Where to watch what is going on. */
const BROADCAST =
  /\b(?:(?:[Ww]atch|watched|shown|[Ss]tream(?:s|ed|ing)?|broadcast|airs?) (?:\S+ ){0,6}?(?:live|exclusively|via|on demand)\b|[Ll]ive (?:(?:on|via) (?=\p{Lu})|stream(?:s|ing)?\b)|until kick-?off\b|subscribe to\b)/u
const ASKS_TO_WATCH = /\b(?:watch(?:ed|ing)?|stream\w*|broadcast\w*|television|TV|channels?)\b/u

/** UTF-16 units of a block in which it shows what it is. */
const BEGINNING = 40

/**
 * Tells whether a sentence is matter of its page and no evidence for a report: a line of a live score or of a list, an advert, unless the
 * question asks for what is sold, a link to another page, a picture's caption, where to watch, or a question. English.
 */
export function isPageMatter(question: Pick<Question, 'text'>): (one: Sentence) => boolean {
  const known = told.get(question) ?? tellingPageMatter(question)
  told.set(question, known)
  return known
}

type Sentence = Pick<Evidence, 'quote' | 'document' | 'block' | 'start'>

/** What was told for the last questions: a sentence is looked at for notes, for the opening, and beside what is told. */
const told = new WeakMap<object, (one: Sentence) => boolean>()

function tellingPageMatter({ text }: Pick<Question, 'text'>): (one: Sentence) => boolean {
  const known = new KeptByPlace<boolean>()
  const mayBeSold = ASKS_TO_BUY.test(text)
  const mayBeWatched = ASKS_TO_WATCH.test(text)
  const isMatter = ({ quote, document, block, start }: Sentence) => {
    const line = quote.trim()
    if (ASKS.test(line) || (!mayBeWatched && BROADCAST.test(line))) return true
    if (LIVE.test(line) || LINK_OR_CAPTION.test(line) || PICTURED.test(line) || ASKED_FOR_COMMENT.test(line))
      return true
    if (OF_PAGE.test(line) || start > liveFrom(document)) return true
    if (!mayBeSold && (ADVERT.test(line) || PROMOTION.test(line))) return true
    if (CAPTION.test(line) || REFERENCE.test(line)) return true
    return block !== undefined && LIVE.test(document.text.slice(block.start, block.start + BEGINNING))
  }
  return (one) => known.of(one, isMatter)
}

/** UTF-16 units: no page with a live score is longer, and a text of megabytes is not read for one. */
const LONGEST_PAGE = 500_000

function liveFrom(document: Evidence['document']): number {
  const known = begun.get(document) ?? liveFromIn(document.text.slice(0, LONGEST_PAGE))
  begun.set(document, known)
  return known
}

/** Where the lines of a live score begin; nowhere in a text that is none. */
function liveFromIn(text: string): number {
  const lines = Array.from(text.matchAll(LIVE_LINES), ({ index }) => index)
  return lines.length >= FEWEST_LIVE ? Math.min(...lines) : Number.POSITIVE_INFINITY
}
