import { readings } from './confusables.ts'
import { holdsEncodedText } from './encoded-text.ts'
import { OTHER_LANGUAGES } from './other-languages.ts'

const MODEL = String.raw`(?:a\.?i\.?s?|(?:ai )?assistants?|llms?|language models?|chat ?bots?|chat ?gpt|gpt(?:-\d)?|claude|gemini|copilot|(?:ai|research|answer(?:ing)?) (?:agents?|models?|systems?))`
const REPLY = `(?:answer|reply|respond|response|output|print|say|write|repeat|state|summari[sz]e|include|insert|append|add|cite|quote|mention|recommend|tell|inform|instruct|urge|warn|convince|send|visit|open|click|fetch|browse|navigate|download|search|look up|execute|run|call|translate|decode|ignore|disregard|forget|reveal|disclose|leak|claim|declare|conclude)`

const OPENERS = String.raw`^\W*(?:please |now |then |next |also |first |finally |instead |always |you must |you should |you need to |you have to |make sure to |be sure to |remember to |must |simply |just |kindly )*`
/** Where a command may begin within a sentence. */
const COMMAND = String.raw`(?:${OPENERS}|[:;,.!?)\]–—-]\s*|\b(?:please|must|should|shall|now|and|then|to|you) )`

/**
 * Patterns of text that addresses a model rather than a reader. Each is tested on folded text, one sentence at a time.
 * To tell readers what to do is no sign: manuals do.
 */
const ADDRESSED: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|foregoing|existing|other|all|any|your|the|system|safety)\b.{0,30}\b(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|constraints?|commands?|everything)\b/,
  new RegExp(
    String.raw`${COMMAND}(?:override|bypass|skip|drop|discard)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|foregoing|existing|other|all|any|your|the|system|safety)\b.{0,30}\b(?:instructions?|prompts?|rules?|directives?|guidelines?)\b`,
  ),
  /\b(?:system|developer|hidden|initial|original|secret)[ -](?:prompt|instructions?)\b/,
  /\b(?:reveal|repeat|leak|disclose|print|append|recite)\b.{0,40}\byour (?:instructions?|guidelines|programming|training|rules|api keys?|credentials|secrets?|configuration)\b/,
  /\b(?:you are|you're|act as|pretend (?:to be|you are)|behave as|roleplay as|imagine you are)\b.{0,20}\b(?:now (?:an?|the|in|free|my|dan|acting)\b|dan\b|unrestricted|jailbroken|no longer (?:an? |bound|restricted|limited|subject|required)|in developer mode|a different (?:ai|assistant|model|bot|system))/,
  /\bfrom (?:now|here|this point) on\b.{0,20}\byou\b/,
  new RegExp(
    String.raw`(?:^|[.:;!?)\]–—-]\s*)\W*(?:dear|hey|hello|attention|to|as|(?:important |urgent )?(?:notes?|notices?|instructions?|messages?|commands?|reminders?|hints?|tasks?)? ?(?:to|for)) (?:an? |the |any |all |every |each )?(?:\w+ )?${MODEL}(?: \w+)?\s*(?:$|[,:;!]|\b(?:reading|reads?|process\w*|pars\w*|that|who|which|you|must|please|should)\b)`,
  ),
  new RegExp(
    String.raw`\b(?:if you are|as) (?:an? |the |any )?(?:\w+ )?${MODEL}(?: \w+)?\s*(?:,|reading|read(?:s|ing)?|process|pars|that|who|which|you|must|please)`,
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
    String.raw`${OPENERS}(?:answer|reply|respond|say|repeat|print|output)\b(?: \w+){0,3} (?:only|exactly|verbatim|nothing but|just|(?:with|that|as)? ?(?:the )?following(?! questions?)(?: \w+)?\s*:)`,
  ),
  new RegExp(
    String.raw`${OPENERS}(?:(?:only|just) )?(?:answer|reply|respond|say|repeat)(?: only| just)?(?: with| that)?\s*[:“"«「『]`,
  ),
  new RegExp(String.raw`${OPENERS}(?:only|just) (?:answer|reply|respond|say|repeat|output|print)\b`),
  new RegExp(
    String.raw`${OPENERS}(?:write|include|insert|append|add|cite|mention|recommend|put|place|embed|end|begin|start|finish|use|mark|label|treat|conclude|claim|state|declare|attribute)\b.{0,60}\byour (?:\w+ )?(?:answer|reply|response|output|summary|conclusion)\b`,
  ),
  new RegExp(
    String.raw`${OPENERS}(?:append|send|post|submit|forward|email|e-mail|upload|leak)\b.{0,60}\b(?:the|this|your|our) (?:user(?:'s)? )?(?:questions?|conversation|prompt)\b`,
  ),
  new RegExp(String.raw`${OPENERS}(?:search|look up|google|query)\b.{0,12}\bthe (?:web|internet)\b`),
  /\b(?:decode|decrypt|translate|unscramble|convert)\b.{0,60}\b(?:and|then) (?:obey|follow|execute|run|do|say|answer|comply|perform|act)\b/,
  new RegExp(
    String.raw`${OPENERS}(?:(?:decode|decrypt|obey)\b.{0,20}\b(?:this|these|it|the (?:following|above|next)|following)\b|(?:execute|run) the following\s*:)`,
  ),
  /\b(?:any|every|each|whoever|anyone|(?:tool|system|service)s?)\b.{0,30}\b(?:summari[sz]|answer|quot|cit|process|read)\w* (?:\w+ )?(?:from |about )?this (?:page|text|article|document|site)\b.{0,40}\b(?:must|should|shall|has to|have to|needs? to|is asked|are asked)\b/,
  /\bthe (?:only (?:correct|right|accepted|approved|official|true)|approved|accepted|official) (?:answer|response|reply) (?:to|for|is)\b/,
  /!\[[^\]]*\]\(\s*(?:https?:|\/\/|data:)/,
  /(?:https?:|\/\/)\S*[?&][\w-]+=(?:\{|\[|<|%7b|\$|\.\.\.|(?:your|the|user|query|question|prompt|secret|data|context|answer|conversation)\b)/,
  /\b(?:visit|open|fetch|load|call|request|go to|navigate to|browse to|append|include)\b.{0,60}(?:https?:|www\.).{0,100}\b(?:before you answer|(?:your|the) (?:answer|reply|response)\b)/,
  /<\|\s*[\w/][^|>\n]{0,60}\|>|<<\/?sys>>|\[\/?inst\]|<\s*\/?\s*(?:system|assistant|developer|instructions?|prompt|cite)\b/,
  /^\W*(?:#+\s*)?(?:system|assistant|human|user)\s*(?:\]|[:>|]\s+["'“]?\p{L}+[\s:,]+["'“]?\p{L})/u,
  ...OTHER_LANGUAGES,
]

/** Whether a sentence addresses a model or is encoded text. Such a sentence is neither used as evidence nor quoted. */
export function isInstruction(sentence: string): boolean {
  if (holdsEncodedText(sentence)) return true
  return readings(sentence).some((reading) => ADDRESSED.some((pattern) => pattern.test(reading)))
}
