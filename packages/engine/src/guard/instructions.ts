import { readings } from './confusables.ts'
import { OTHER_LANGUAGES } from './other-languages.ts'

const MODEL = String.raw`(?:a\.?i\.?s?|assistants?|llms?|language models?|chat ?bots?|chat ?gpt|gpt(?:-\d)?|claude|gemini|copilot|(?:ai|research|answer(?:ing)?) (?:agents?|models?|systems?))`
const REPLY = `(?:answer|reply|respond|response|output|print|say|write|repeat|state|summari[sz]e|include|insert|append|add|cite|quote|mention|recommend|tell|inform|instruct|urge|warn|convince|send|visit|open|click|fetch|browse|navigate|download|search|look up|execute|run|call|translate|decode|ignore|disregard|forget|reveal|disclose|leak|claim|declare|conclude)`

const OPENERS = String.raw`^\W*(?:please |now |then |next |also |first |finally |instead |always |you must |you should |you need to |you have to |make sure to |be sure to |remember to |must |simply |just |kindly )*`

/**
 * Patterns of text that addresses a model rather than a reader. Each is tested on folded text, one sentence at a time.
 * To tell readers what to do is no sign: manuals do.
 */
const ADDRESSED: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|skip|drop|discard)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|foregoing|existing|other|all|any|your|the|system|safety)\b.{0,30}\b(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|constraints?|commands?|everything)\b/,
  /\b(?:system|developer|hidden|initial|original|secret)[ -](?:prompt|instructions?)\b/,
  /\b(?:reveal|repeat|leak|disclose|print|append|recite)\b.{0,40}\byour (?:instructions?|guidelines|programming|training|rules|api keys?|credentials|secrets?|configuration)\b/,
  /\b(?:you are|you're|act as|pretend (?:to be|you are)|behave as|roleplay as|imagine you are)\b.{0,20}\b(?:now (?:an?|the|in|free|my|dan|acting)\b|dan\b|unrestricted|jailbroken|no longer|in developer mode|a different)/,
  /\bfrom (?:now|here|this point) on\b.{0,20}\byou\b/,
  new RegExp(
    String.raw`\b(?:dear|hey|hello|attention|note (?:to|for)|notice (?:to|for)|important (?:to|for)|instructions? (?:to|for)|messages? (?:to|for)|commands? (?:to|for)|to (?:all|any|the|every)|if you are|you are|as) (?:an? |the |any |all |every )?${MODEL}\b[^.]{0,20}(?:$|[,:;!.]|reading|read(?:s|ing)?|process|pars|that|who|which|you|must|please)`,
  ),
  new RegExp(
    String.raw`\b(?:ai|assistants?|llms?|language models?|chat ?bots?|chat ?gpt|gpt|claude|gemini|agents?|models?)[,:]? (?:must|should|shall|need to|has to|have to|please|are to|is to|will|are (?:required|instructed|ordered)|is (?:required|instructed|ordered)) (?:now |always |only |first |immediately |then |not )?${REPLY}\b`,
  ),
  new RegExp(
    String.raw`^\W*(?:ai|assistant|llm|language model|chatbot|chatgpt|gpt|claude|gemini|agent|model)\s*[,:!]\s*(?:please |you must |you should |now |always )?${REPLY}\b`,
  ),
  new RegExp(
    String.raw`${OPENERS}(?:tell|inform|instruct|convince|assure) (?:the |your )?(?:user|reader|human|person asking|questioner)s?\b`,
  ),
  /\b(?:do not|don't|never|must not|avoid) (?:mention|reveal|disclose|cite|quote)\b.{0,40}\b(?:users?|readers?|humans?|this (?:instruction|message|note|text)|other (?:sources?|pages?|documents?)|these (?:instructions|rules)|that you)\b/,
  /\b(?:new|updated|real|actual|urgent) (?:instructions?|directives?|orders?|task)\b.{0,3}[:-]/,
  /\b(?:prompt injection|jailbreak|end of (?:the )?(?:document|context|data|evidence|prompt|input|sources?)\b.{0,20}\bsystem|begin (?:new )?(?:instructions?|prompt))\b/,
  new RegExp(
    String.raw`${OPENERS}(?:(?:answer|reply|respond|say|repeat)\b.{0,30}\b(?:only|exactly|just|verbatim|with|the following|nothing|that)|(?:print|output)\b.{0,30}\b(?:exactly|verbatim|nothing but))\b`,
  ),
  new RegExp(
    String.raw`${OPENERS}(?:write|include|insert|append|add|cite|mention|recommend|put|place|embed|end|begin|start|finish|use|mark|label|treat|conclude|claim|state|declare|attribute)\b.{0,60}\byour (?:\w+ )?(?:answer|reply|response|output|summary|conclusion)\b`,
  ),
  new RegExp(
    String.raw`${OPENERS}(?:append|send|post|submit|forward|email|e-mail|upload|leak)\b.{0,60}\b(?:the|this|your|our) (?:user(?:'s)? )?(?:questions?|conversation|prompt)\b`,
  ),
  new RegExp(String.raw`${OPENERS}(?:search|look up|google|query)\b.{0,12}\bthe (?:web|internet)\b`),
  new RegExp(
    String.raw`${OPENERS}(?:decode|decrypt|obey|comply with|translate)\b.{0,40}\b(?:this|these|the (?:following|above|next)|following|base64|rot13|hex)\b`,
  ),
  /\b(?:any|every|each|whoever|anyone|(?:tool|system|service)s?)\b.{0,30}\b(?:summari[sz]|answer|quot|cit|process|read)\w* (?:from |about )?this (?:page|text|article|document|site)\b.{0,40}\b(?:must|should|shall|has to|have to|needs? to|is asked|are asked)\b/,
  /\bthe (?:only )?(?:correct|right|accepted|approved|official|true) (?:answer|response|reply) (?:to|for|is)\b/,
  /!\[[^\]]*\]\(\s*(?:https?:|\/\/|data:)/,
  /(?:https?:|\/\/)\S*[?&][\w-]+=(?:\{|\[|<|%7b|\$|\.\.\.|(?:your|the|user|query|question|prompt|secret|data|context|answer|conversation)\b)/,
  /<\|[^|>\n]{0,60}\|>|<<\/?sys>>|\[\/?inst\]|<\s*\/?\s*(?:system|assistant|developer|instructions?|prompt|cite)\b/,
  /^\W*(?:#+\s*)?(?:system|assistant|human|user)\s*(?::|>|\]|\|)/,
  ...OTHER_LANGUAGES,
]

/** Long runs of letters and digits that nobody reads, so anything encoded in them is not meant for readers. */
const BLOB =
  /(?=[A-Za-z0-9+/_-]*[A-Z])(?=[A-Za-z0-9+/_-]*[a-z])(?=[A-Za-z0-9+/_-]*[0-9])[A-Za-z0-9+/_-]{48,}={0,2}|(?:[0-9a-fA-F]{2}[ :]?){40,}|(?:\\u[0-9a-f]{4}|&#x?[0-9a-f]{2,5};|%[0-9a-f]{2}){8,}|(?:[01]{8}\s+){6,}/
/** Letters set apart, which people read as words and programs do not. */
const SPACED_OUT = /(?<![\p{L}\p{N}])(?:\p{L}[ \u00A0._*-]{1,2}){9,}\p{L}(?![\p{L}\p{N}])/u

/** Whether a sentence addresses a model or is encoded text. Such a sentence is neither used as evidence nor quoted. */
export function isInstruction(sentence: string): boolean {
  if (BLOB.test(sentence) || SPACED_OUT.test(sentence)) return true
  return readings(sentence).some((reading) => ADDRESSED.some((pattern) => pattern.test(reading)))
}
